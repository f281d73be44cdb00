import fc from 'fast-check'
import { expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import { csvImports } from './csv-import.fixture.ts'

const { importText, nextAccount, rows } = await csvImports()

test('builds an order from its lines: amounts rounded per line, order values from the first row with one, charges of its lines', async () => {
  const file = `Order ID,Order date,SKU,Quantity,Unit price,Line discount,Customer ID,Customer name,Tax,Tip,Channel,Team member
A-1,2026-03-01 10:00,PN,3,0.335,,,,,,,
A-1,,CH,1,20,2.50,c1,Ann,1.84,3,Tasting Room,
A-1,2026-03-09 10:00,CH,1,20,,c2,Bob,9,9,Web,Kim
`
  expect(await importText(file)).toMatchObject({ accepted: 3, rejected: 0, changed: true })
  const columns = `ordered_local::VARCHAR, customer_source_id, customer_name, channel, channel_raw, team_member, subtotal,
    discount, tax, tip, total, net_sales, payment_status, order_type`
  expect(await rows(`SELECT ${columns} FROM orders`)).toEqual([
    [
      '2026-03-01 10:00:00',
      'c1',
      'Ann',
      'pos',
      'Tasting Room',
      'Kim',
      4101,
      250,
      1084,
      1200,
      6135,
      3851,
      'paid',
      'regular',
    ],
  ])
  expect(await rows('SELECT line_id, amount, item_kind FROM order_lines ORDER BY line_number')).toEqual([
    ['1', 101, 'wine'],
    ['2', 1750, 'wine'],
    ['3', 2000, 'wine'],
  ])
})

/** Quantity, unit price and what the file says of costs, with the cents of cost that are stored. */
const COSTS: readonly (readonly [rule: string, header: string, cells: string, cost: number | null])[] = [
  ['a unit cost for each unit', 'Cost', '2,30,11', 2200],
  ['a unit cost of four places is rounded for the line', 'Unit cost', '3,30,0.335', 101],
  ['returned units bring their cost back', 'Cost', '-2,30,11', -2200],
  ['the cost of the whole line', 'COGS', '2,30,$22.00', 2200],
  ['of a returned line with either sign', 'Cost of goods', '-2,30,22', -2200],
  ['written as negative', 'Cost of goods sold', '2,30,(22.00)', 2200],
  ['the cost of the line before that of a unit', 'COGS,Cost', '2,30,20,11', 2000],
  ['the cost of a unit where the line has none', 'COGS,Cost', '2,30,,11', 2200],
  ['no cost', 'Cost', '2,30,', null],
]

test.each(COSTS)('costs: %s', async (_rule, header, cells, cost) => {
  await importText(`Order ID,Order date,SKU,Quantity,Unit price,${header}\nA,2026-01-01,S,${cells}\n`)
  expect(await rows('SELECT cost, cost_of_goods FROM order_lines')).toEqual([[cost, cost]])
})

test('a refund in full brings the cost back, a refund of money alone does not', async () => {
  const file = `Order ID,Order date,SKU,Quantity,Unit price,Unit cost,Refunded amount
A,2026-01-01,S,2,30,11,60.00
B,2026-01-01,S,2,30,11,10.00
`
  await importText(file)
  const costs = 'SELECT source_id, cost_of_goods, costed_sales FROM orders ORDER BY source_id'
  expect(await rows(costs)).toEqual([
    ['A', 2200, 6000],
    ['A (refund)', -2200, -6000],
    ['B', 2200, 6000],
    ['B (refund)', 0, -1000],
  ])
})

test('reads where and when an order is shipped, in the future too', async () => {
  const file = `Order ID,Order date,SKU,Quantity,Unit price,Zip code,Town,Ship by
A,2026-01-01,S,1,1,02134,Allston,3/14/27
A,2026-01-01,S,1,1,94558,Napa,3/15/27
B,2026-01-01,S,1,1,,,12/31/25
`
  await importText(file)
  expect(await rows('SELECT source_id, postal_code, city, requested_ship::VARCHAR FROM orders ORDER BY 1')).toEqual([
    ['A', '02134', 'Allston', '2027-03-14'],
    ['B', null, null, '2025-12-31'],
  ])
})

const AMOUNTS: readonly (readonly [what: string, cells: string, amount: number])[] = [
  ['0.005 each is half a cent and rounds away from zero', '1,0.005', 1],
  ['and so does its negative', '-1,0.005', -1],
  ['a float would say 1.00', '1,1.005', 101],
  ['-1.005', '-1,1.005', -101],
  ['a dollar sign', '1,$8.00', 800],
  ['fractions of a unit', '0.5,9.99', 500],
  ['blanks around', ' 2 , 3.10 ', 620],
]

test('amounts: of quantities and unit prices as people write them', async () => {
  const lines = AMOUNTS.map(([what, cells]) => `${what},2026-01-01,S,${cells}`)
  await importText(`Order ID,Order date,SKU,Quantity,Unit price\n${lines.join('\n')}\n`)
  const found = await rows('SELECT order_source_id, amount FROM order_lines')
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(AMOUNTS.map(([what, , amount]) => [what, amount])))
})

test.each([
  ['Quantity', 'two,3', 'two', 'This isn’t a number'],
  ['Unit price', '1,1e3', '1e3', 'This isn’t a price'],
  ['Unit price', '1,99999999999999999999', '99999999999999999999', 'This isn’t a price'],
  ['Quantity', ',3', null, 'This field is required'],
  ['Quantity', '"  ",3', null, 'This field is required'],
])('F35: reports %s %s with line and column', async (column, cells, value, message) => {
  const file = `Order ID,Order date,SKU,Quantity,Unit price\nA,2026-01-01,S,1,1\n\nA,2026-01-01,S,${cells}\n`
  const result = await importText(file, { kind: 'order_lines' })
  expect(result).toMatchObject({
    accepted: 1,
    rejected: 1,
    problems: [{ line: 4, column, value, message }],
    staged: {},
  })
})

test.each([
  ['2026-02-30', 'YYYY-MM-DD'],
  ['0202-02-03', 'YYYY-MM-DD'],
  ['3/1/2026', 'YYYY-MM-DD'],
  ['yesterday', 'YYYY-MM-DD'],
])('F35: rejects %s as a date', async (date, format) => {
  const file = `Order ID,Order date,SKU,Quantity,Unit price\nA,2026-01-01,S,1,1\nB,${date},S,1,1\n`
  const mapping = {
    orderId: 'Order ID',
    orderDate: { column: 'Order date', format },
    sku: 'SKU',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
  }
  const { problems } = await importText(file, { kind: 'order_lines', mapping })
  expect(problems).toEqual([
    { line: 3, column: 'Order date', value: date, message: `This isn’t a date in the format ${format}` },
  ])
})

const DISCOUNTS: readonly (readonly [written: string, ofSales: string, ofReturn: string])[] = [
  ['as positive amounts', '13', '-13'],
  ['as negative amounts', '-13', '13'],
  ['in parentheses', '(13.00)', '13.00'],
]

test.each(DISCOUNTS)('takes off discounts written %s', async (_written, ofSales, ofReturn) => {
  const lines = [
    `A,2026-03-01,PN,2,65,${ofSales}`,
    `B,2026-03-02,PN,2,65,${ofSales}`,
    `C,2026-03-03,PN,-2,65,${ofReturn}`,
  ]
  await importText(`Order ID,Order date,SKU,Quantity,Unit price,Line discount\n${lines.join('\n')}\n`)
  expect(await rows('SELECT amount, discount FROM order_lines ORDER BY order_source_id')).toEqual([
    [11_700, 1_300],
    [11_700, 1_300],
    [-11_700, -1_300],
  ])
})

test('rejects an order without a date in any of its rows', async () => {
  const file = 'Order ID,Order date,SKU,Quantity,Unit price\nA,2026-01-01,S,1,1\nB,,S,1,1\nB,,T,1,1\n'
  const result = await importText(file, { onError: 'skip' })
  expect(result).toMatchObject({ accepted: 1, rejected: 2, staged: { orders: 1, order_lines: 1 } })
  expect(result.problems.map(({ line }) => line)).toEqual([3, 4])
})

test('numbers scattered lines of an order in file order', async () => {
  const file = `Order ID,Order date,SKU,Quantity,Unit price\nA,2026-01-01,S1,1,1\nB,2026-01-01,T1,1,1\nA,2026-01-01,S2,1,1\nB,2026-01-01,T2,1,1\nA,2026-01-01,S2,1,1\n`
  await importText(file)
  const found = await rows('SELECT order_source_id, line_number, sku FROM order_lines ORDER BY 1, 2')
  expect(found).toEqual([
    ['A', 1, 'S1'],
    ['A', 2, 'S2'],
    ['A', 3, 'S2'],
    ['B', 1, 'T1'],
    ['B', 2, 'T2'],
  ])
})

test('recognizes refunds by a configured prefix, or else by a negative net amount', async () => {
  const file = 'Order ID,Order date,SKU,Quantity,Unit price\nA,2026-01-01,S,-1,1\nCB,2026-01-01,S,1,1\n'
  const found = async (refundIdPrefix?: string) => {
    await importText(file, refundIdPrefix ? { refundIdPrefix } : {})
    return rows('SELECT source_id, is_refund, order_type FROM orders ORDER BY 1')
  }
  expect(await found()).toEqual([
    ['A', true, 'refund'],
    ['CB', false, 'regular'],
  ])
  expect(await found('C')).toEqual([
    ['A', false, 'regular'],
    ['CB', true, 'refund'],
  ])
})

test('distinguishes ids and SKUs by case and spaces, and trims other text', async () => {
  const file =
    'Order ID,Order date,SKU,Product title,Quantity,Unit price\na, 2026-01-01 ,s1, One ,1,1\nA,2026-01-01,S1,Two,1,1\nA ,2026-01-01,s1 ,Three,1,1\n'
  await importText(file)
  const found = await rows('SELECT order_source_id, sku, product_title FROM order_lines ORDER BY 3')
  expect(found).toEqual([
    ['a', 's1', 'One'],
    ['A ', 's1 ', 'Three'],
    ['A', 'S1', 'Two'],
  ])
  expect(await rows('SELECT count(*) FROM products')).toEqual([[3]])
})

test('reports a duplicate line id of an order instead of losing the line', async () => {
  const file =
    'Order ID,Line ID,Order date,SKU,Quantity,Unit price\nA,1,2026-01-01,S,1,1\nA,1,2026-01-01,T,1,1\nB,1,2026-01-01,T,1,1\n'
  const result = await importText(file)
  expect(result).toMatchObject({
    accepted: 2,
    rejected: 1,
    problems: [{ line: 3, column: 'Line ID', value: '1', message: 'The order has this line ID twice' }],
  })
})

test('uses the minor units of the currency of the row', async () => {
  const file =
    'Order ID,Order date,SKU,Quantity,Unit price,Currency\nA,2026-01-01,S,1,1200.5,jpy\nB,2026-01-01,S,1,1.2345,KWD\nC,2026-01-01,S,1,1.5,\n'
  await importText(file)
  expect(await rows('SELECT source_id, currency, subtotal FROM orders ORDER BY 1')).toEqual([
    ['A', 'JPY', 1201],
    ['B', 'KWD', 1235],
    ['C', 'USD', 150],
  ])
})

test.each([
  ['a line amount', 'Line amount', 'A,2026-05-03,Sale,S,3,120,10.80\nB,2026-05-04,Refund,S,2,50,4.50'],
  [
    'a unit price and a discount',
    'Unit price,Line discount',
    'A,2026-05-03,Sale,S,3,50,30,10.80\nB,2026-05-04,Refund,S,2,30,10,4.50',
  ],
])('lines of type Refund with positive numbers are money back: %s', async (_, amounts, lines) => {
  const file = `Order ID,Order date,Order type,SKU,Quantity,${amounts},Tax\n${lines}\n`
  await importText(file)
  const sql = 'SELECT source_id, net_sales::INTEGER, tax::INTEGER, is_refund FROM orders ORDER BY 1'
  expect(await rows(sql)).toEqual([
    ['A', 12_000, 1_080, false],
    ['B', -5_000, -450, true],
  ])
  expect(await rows('SELECT sum(quantity)::INTEGER FROM order_lines')).toEqual([[1]])
})

test('lines without a SKU are known by their titles, also in the export of a platform', async () => {
  const file = [
    'Name,Financial Status,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku',
    '#1,paid,2026-05-03 11:00:00 -0700,1,Estate Rosé,24.00,',
    '#1,,2026-05-03 11:00:00 -0700,2,Tasting  fee,15.00,',
    '#2,paid,2026-05-03 12:00:00 -0700,1,Estate Rosé,24.00,',
    '#3,paid,2026-05-03 12:00:00 -0700,1,Reserve,60.00,R-1',
  ].join('\n')
  await importText(file)
  expect(await rows('SELECT sku, sum(amount)::INTEGER FROM order_lines GROUP BY sku ORDER BY sku')).toEqual([
    ['Estate Rosé', 4800],
    ['R-1', 6000],
    ['Tasting fee', 3000],
  ])
  expect(await rows('SELECT sku, title FROM products ORDER BY sku')).toEqual([
    ['Estate Rosé', 'Estate Rosé'],
    ['R-1', 'Reserve'],
    ['Tasting fee', 'Tasting fee'],
  ])
})

test('refuses a file whose orders are all in another currency, which its line names', async () => {
  const file =
    'Order ID,Order date,SKU,Quantity,Unit price,Currency\nA,2026-01-01,S,1,10,CAD\nA,2026-01-01,T,1,10,\nB,2026-01-01,S,1,10,cad\n'
  await expect(importText(file)).rejects.toThrow('Currency: All amounts are in CAD, but the account’s currency is USD')
})

test('maps unknown codes to "other" and keeps the original text', async () => {
  const file =
    'Order ID,Order date,SKU,Quantity,Unit price,Channel,Payment status,Item kind\nA,2026-01-01,S,1,1,Carrier pigeon,Paid,Gift Card\n'
  await importText(file)
  expect(await rows('SELECT channel, channel_raw, payment_status, net_sales FROM orders')).toEqual([
    ['other', 'Carrier pigeon', 'paid', 0],
  ])
})

test('reads a date with a zone as an instant and one without as local time, also on DST days', async () => {
  const accountId = nextAccount()
  const file = (date: string) => `Order ID,Order date,SKU,Quantity,Unit price\n${date},${date},S,1,1\n`
  for (const date of ['2026-03-08T09:30:00Z', '2026-03-08 02:30:00', '2026-11-01T01:30:00-0800']) {
    await importText(file(date), {}, { accountId })
  }
  const found = await rows(
    'SELECT source_id, ordered_utc::VARCHAR, ordered_local::VARCHAR, time_basis FROM orders ORDER BY 1',
  )
  expect(found).toEqual([
    ['2026-03-08 02:30:00', '2026-03-08 10:30:00', '2026-03-08 02:30:00', 'local'],
    ['2026-03-08T09:30:00Z', '2026-03-08 09:30:00', '2026-03-08 01:30:00', 'utc'],
    ['2026-11-01T01:30:00-0800', '2026-11-01 09:30:00', '2026-11-01 01:30:00', 'utc'],
  ])
})

test('never overwrites data of a customers file by an order lines file', async () => {
  const accountId = nextAccount()
  const customers = 'Customer ID,Name,Email,Birth date,Customer since\nc1,Ann,ann@a.example,1970-02-03,2019-05-05\n'
  await importText(customers, { kind: 'customers' }, { accountId })
  const lines = 'Order ID,Order date,SKU,Quantity,Unit price,Customer ID,Customer name\nA,2026-01-01,S,1,1,c1,Ann B.\n'
  await importText(lines, {}, { accountId })
  const found = await rows('SELECT name, email, birth::VARCHAR, since_local::VARCHAR FROM customers')
  expect(found).toEqual([['Ann B.', 'ann@a.example', '1970-02-03', '2019-05-05 00:00:00']])
  expect((await importText(lines, {}, { accountId })).changed).toBe(false)
})

test('replaces all lines of an imported order, and keeps absent orders', async () => {
  const accountId = nextAccount()
  const head = 'Order ID,Order date,SKU,Quantity,Unit price\n'
  await importText(`${head}A,2026-01-01,S,1,1\nA,2026-01-01,T,1,2\nB,2026-01-01,S,1,4\n`, {}, { accountId })
  await importText(`${head}A,2026-01-01,S,1,8\n`, {}, { accountId })
  expect(await rows('SELECT source_id, net_sales FROM orders ORDER BY 1')).toEqual([
    ['A', 800],
    ['B', 400],
  ])
})

test('F35: accepted plus rejected rows equal the input for mutated files, and accepted rows are stored', async () => {
  const value = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom(
      '',
      ' ',
      '1',
      '-2',
      '3.5',
      '$4.00',
      '(5)',
      '1,000',
      '2026-01-01',
      '31/31/2026',
      'x',
      '"',
      '\n',
      'NULL',
    ),
  )
  const row = fc.tuple(
    fc.constantFrom('A', 'B', 'C', ''),
    fc.constantFrom('2026-01-01', '', 'never'),
    value,
    value,
    value,
  )
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('abort', 'skip'),
      async (cells, onError) => {
        const text = cells.map((one) => one.map(quoted).join(',')).join('\n')
        const mapping = {
          orderId: 'o',
          orderDate: { column: 'd', format: 'YYYY-MM-DD' },
          sku: 's',
          // What the cells leave open is a question about the file, which is answered here.
          quantity: { column: 'q', format: '1,234.56' },
          unitPrice: { column: 'p', format: '1,234.56' },
          currency: { default: 'USD' },
        }
        const result = await importText(`o,d,s,q,p\n${text}\n`, { kind: 'order_lines', mapping, onError })
        const { report, accepted, rejected } = result
        // Rows of spaces and quotes alone are blank; those of sums alone are named.
        const sums = report.notes.filter((note) => note.endsWith('has totals (only sums) and isn’t imported'))
        expect(report.rows + sums.length).toBe(cells.filter((one) => one.some((cell) => /[^ "]/.test(cell))).length)
        expect(accepted + rejected + report.rejected).toBe(report.rows)
        if (onError === 'skip') expect(result.staged.order_lines).toBe(accepted)
        if (rejected > 0) expect(result.problems.length).toBeGreaterThan(0)
      },
    ),
    { numRuns: volume({ normal: 8, full: 60 }) },
  )
})

test.each(['Location', 'Store'])('the column %s says which tasting room sold it', async (name) => {
  const accountId = nextAccount()
  const lines = ['1,2026-03-01,PN,1,30,Barn', '2,2026-03-01,PN,2,30,Main Street', '3,2026-03-02,PN,1,30,']
  await importText(`Order ID,Order date,SKU,Quantity,Unit price,${name}\n${lines.join('\n')}\n`, {}, { accountId })
  const orders = lines.map((line) => `${line.split(',')[0]},2026-04-01,30,${line.split(',')[5]}`)
  await importText(
    `Order ID,Order date,Net sales,${name}\n${orders.join('\n').replaceAll(/^/gm, 'N')}\n`,
    {},
    { accountId },
  )
  const sold =
    'SELECT location, count(*)::INTEGER, sum(net_sales)::INTEGER FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST'
  expect(await rows(sold)).toEqual([
    ['Barn', 2, 6000],
    ['Main Street', 2, 9000],
    [null, 2, 6000],
  ])
})
