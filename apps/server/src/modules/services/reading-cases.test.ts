import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sharedData } from '#testkit/shared-data.ts'
import { csvImports } from './csv-import.fixture.ts'

// Inputs that users of other products reported, with their right values; see expected.json next to them.
const { importFile, nextAccount, rows } = await csvImports()

interface Case {
  readonly file: string
  readonly timeZone?: string
  /** by SQL */
  readonly right: Readonly<Record<string, readonly (readonly unknown[])[]>>
  /** a question or refusal that names its place is as good */
  readonly or?: RegExp
}

const BY_DAY = `SELECT ordered_local::DATE::VARCHAR, sum(net_sales)::INTEGER, count(*) FILTER (WHERE is_counted)::INTEGER
  FROM orders GROUP BY 1 ORDER BY 1`
const SALES = 'SELECT count(*)::INTEGER, sum(net_sales)::INTEGER FROM orders'
const TAX = 'SELECT sum(tax)::INTEGER, sum(total)::INTEGER FROM orders'
const CLUB = "SELECT sum(tax)::INTEGER, count(*) FILTER (WHERE club_name = 'Reserve')::INTEGER FROM orders"
const BY_HOUR = 'SELECT hour(ordered_local)::INTEGER, net_sales::INTEGER FROM orders ORDER BY source_id'

const CASES: readonly Case[] = [
  {
    file: '01_reused_receipts.csv',
    right: {
      [BY_DAY]: [
        ['2026-05-01', 8500, 2],
        ['2026-05-02', 7000, 2],
      ],
    },
    or: /"line":4/,
  },
  {
    file: '02_refunds_positive.csv',
    right: {
      [BY_DAY]: [
        ['2026-05-03', 20_000, 2],
        ['2026-05-04', -5_000, 0],
      ],
      'SELECT sum(tax)::INTEGER, count(*) FILTER (WHERE is_refund)::INTEGER FROM orders': [[1350, 1]],
    },
    or: /refund/i,
  },
  {
    file: '03_email_case.csv',
    right: {
      'SELECT customer_source_id, count(*)::INTEGER, sum(net_sales)::INTEGER FROM orders GROUP BY 1 ORDER BY 2': [
        ['tom.lund@example.com', 1, 4_000],
        ['anna.berg@example.com', 3, 15_000],
      ],
    },
  },
  { file: '06_long_ids.xlsx', right: { [SALES]: [[3, 12_000]] }, or: /digits/ },
  {
    file: '07_short_rows.csv',
    right: {
      [SALES]: [[20, 20_000]],
      [CLUB]: [[1_800, 2]],
    },
  },
  {
    file: '09_vancouver.csv',
    timeZone: 'America/Vancouver',
    right: {
      'SELECT ordered_local::DATE::VARCHAR, sum(net_sales)::INTEGER FROM orders GROUP BY 1 ORDER BY 1': [
        ['2026-10-19', 1_000],
        ['2026-11-01', 2_000],
        ['2026-11-20', 12_000],
        ['2026-11-27', 16_000],
      ],
    },
  },
  { file: '10_formula_no_value.xlsx', right: { [TAX]: [[2_700, 32_700]] }, or: /D2.*E2/s },
  {
    file: '13_zip_format.xlsx',
    right: {
      'SELECT source_id, postal_code FROM customers ORDER BY 1': [
        ['0007', '02138'],
        ['0042', '00901'],
        ['1234', '94558'],
      ],
    },
  },
  {
    file: '14_same_looking_names.csv',
    right: {
      'SELECT category, sum(amount)::INTEGER FROM order_lines GROUP BY 1 ORDER BY 2 DESC': [
        ['Rosé', 10_000],
        ['Red', 2_000],
      ],
    },
  },
  { file: '17_duplicate_columns.csv', right: { [SALES]: [[2, 5_000]] } },
  {
    file: '18_space_before_quote.csv',
    right: {
      [SALES]: [[2, 8_500]],
      'SELECT product_title, quantity::INTEGER FROM order_lines ORDER BY 1': [
        ['Old Vine, Block 4', 2],
        ['Ridge Red', 1],
      ],
      'SELECT customer_name FROM orders ORDER BY 1': [['Berg, Anna'], ['Tom Lund']],
    },
  },
  {
    file: '19_full_discount.csv',
    right: {
      'SELECT sum(amount)::INTEGER, sum(discount)::INTEGER, sum(quantity)::INTEGER FROM order_lines': [
        [5_400, 5_100, 3],
      ],
    },
  },
  ...['20_spanish_pm.csv', '20b_time_column.csv'].map((file) => ({
    file,
    right: {
      [BY_HOUR]: [
        [15, 4_000],
        [11, 1_000],
        [0, 500],
      ],
    },
  })),
]

test.each(CASES)('$file is read as a person reads it, or asked about by place', async (one) => {
  const options = one.timeZone ? { timeZone: one.timeZone } : {}
  const read = async () => {
    const { problems } = await importFile(readFileSync(sharedData(`cases/${one.file}`)), {}, options)
    if (problems.length > 0) throw new Error(problems.map((problem) => JSON.stringify(problem)).join('\n'))
    const answers: Record<string, unknown> = {}
    for (const sql of Object.keys(one.right)) answers[sql] = await rows(sql)
    return answers
  }
  const answer = await read().catch((error: unknown) => {
    if (one.or && error instanceof Error && one.or.test(error.message)) return one.right
    throw error
  })
  expect(answer).toEqual(one.right)
})

test('an email is one customer in a file of customers and in one of orders, however it is written', async () => {
  const options = { accountId: nextAccount() }
  await importFile(Buffer.from('Customer ID,First Name,Last Name\nAnna@Mail.example,Anna,Berg\n'), {}, options)
  const orders = 'Order ID,Order Date,Email,Net Sales\n1,2026-01-10,anna@mail.example,50.00\n'
  await importFile(Buffer.from(orders), {}, options)
  expect(await rows('SELECT source_id FROM customers')).toEqual([['anna@mail.example']])
  expect(await rows('SELECT has_customer FROM orders')).toEqual([[true]])
})

test('the same person at the till and online is one customer, who returns', async () => {
  const accountId = nextAccount()
  for (const serviceId of ['till', 'web'])
    await importFile(readFileSync(sharedData(`cases/04_${serviceId}.csv`)), {}, { accountId, serviceId })
  expect(await rows('SELECT source_id, customer_id, prior_orders FROM orders ORDER BY 1')).toEqual([
    ['T-1', 'mara.lund@example.com', 0],
    ['T-2', 'leo.roy@example.com', 0],
    ['W-1', 'mara.lund@example.com', 1],
  ])
  expect(await rows('SELECT customer_id, counted, net_sales FROM orders_by_customer ORDER BY 1')).toEqual([
    ['leo.roy@example.com', 1, 4_000],
    ['mara.lund@example.com', 2, 15_000],
  ])
})
