import { beforeAll, expect, test } from 'vitest'
import { type ChipQuestion, type Completion, Understood } from '#contract/ask.ts'
import { registerWinery } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

// Today is Wednesday, June 17, 2026.
const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
let owner: Member

beforeAll(async () => {
  owner = await registerWinery(t, { seed: 3, orders: 600 })
})

const EMPTY: ChipQuestion = { reportType: null, chips: [] }

const call = async (path: string, body: object) => (await t.call('POST', path, { token: owner.token, body })).json()

const completed = async (text: string, question = EMPTY): Promise<ChipQuestion> => {
  const { completions }: { completions: Completion[] } = await call('/insight/complete', { question, text })
  return { reportType: question.reportType, chips: completions[0]?.chips ?? [] }
}

const compose = async (question: ChipQuestion) => Understood.parse(await call('/insight/compose', { question }))

test('a question is made of suggestions, and answered as the report that it is', async () => {
  const measure = await completed('net sa')
  const grouped = await completed('by sales ch', measure)
  const answer = await compose(await completed('2025', grouped))
  const { rows } = await call('/reports/query', { definition: answer.definition })
  const expected = await t.rows(
    owner.accountId,
    `SELECT channel, SUM(net_sales) FROM orders WHERE ordered_local >= DATE '2025-01-01'
      AND ordered_local < DATE '2026-01-01' GROUP BY channel ORDER BY 2 DESC`,
  )
  expect(rows.length).toBeGreaterThan(2)
  expect(rows.map(([, sales]: readonly number[]) => Math.round((sales ?? 0) * 100))).toEqual(
    expected.map(([, cents]) => Number(cents)),
  )
  expect(answer.chips?.chips.map(({ label }) => label)).toEqual([
    'Net sales',
    'By sales channel',
    'Jan 1 – Dec 31, 2025',
  ])
})

test('an answer in words has the chips that ask for it, also a forecast', async () => {
  for (const question of [
    'web sales by month last year',
    'top 5 customers this year',
    'what will we sell next month',
  ]) {
    const answer = Understood.parse(await call('/insight/ask', { question }))
    const again = await compose(answer.chips ?? EMPTY)
    const { definition, forecast } = again
    expect([{ ...definition, name: '' }, forecast]).toEqual([{ ...answer.definition, name: '' }, answer.forecast])
  }
})

test('words after chips change what they ask, which is remembered by its words', async () => {
  const chips = await completed('net sa')
  const answer = Understood.parse(await call('/insight/ask', { question: 'only web', chips }))
  expect(answer.changes).toEqual(['filters'])
  await call('/insight/ask', { question: '', chips })
  const history = (await t.call('GET', '/insight/questions', { token: owner.token })).json()
  expect(history.map(({ question }: { question: string }) => question)).toEqual(
    expect.arrayContaining(['only web', 'Net sales']),
  )
})

test('a report becomes chips, unless a part of it is none', async () => {
  const definition = {
    reportType: 'Orders',
    columns: [{ columnId: 'channel' }, { columnId: 'netSales' }],
    groupColumns: ['channel'],
    relativeDateFilter: { relativeRange: 'LastMonth', columnName: 'OrderDate' },
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    chart: { kind: 'bar', x: 'channel', series: ['netSales'] },
  }
  const report = await call('/insight/compose', { context: { definition } })
  expect(report.chips.chips.map(({ label }: { label: string }) => label)).toEqual([
    'Net sales',
    'By sales channel',
    'Last month',
  ])
  const pivot = { ...definition, groupColumns: ['channel', 'orderMonth'], pivot: { columns: ['channel'] } }
  expect(await call('/insight/compose', { context: { definition: pivot } })).toMatchObject({ notUnderstood: [] })
})

test('what its user asked for before is offered first', async () => {
  const firstOf = async () => (await completed('tip')).chips[0]?.label
  const before = await firstOf()
  await call('/insight/ask', { question: 'tip rate by month' })
  expect([before, await firstOf()]).toEqual(['Tips', 'Tip rate'])
})

test('what is neither words nor chips is refused', async () => {
  const response = await t.call('POST', '/insight/ask', { token: owner.token, body: { question: ' ', chips: EMPTY } })
  expect([response.statusCode, response.json().errors[0].field]).toEqual([400, 'question'])
})

const ofCustomer = 'o.customer_id = c.source_id AND o.customer_service_id = c.service_id'

test.each([
  [
    'customers who bought pinot noir but never chardonnay',
    `EXISTS (SELECT 1 FROM order_lines l JOIN orders o ON o.source_id = l.order_source_id AND o.service_id = l.service_id
        WHERE l.is_counted AND l.varietal = 'Pinot Noir' AND ${ofCustomer})
      AND NOT EXISTS (SELECT 1 FROM order_lines l JOIN orders o ON o.source_id = l.order_source_id AND o.service_id = l.service_id
        WHERE l.is_counted AND l.varietal = 'Chardonnay' AND ${ofCustomer})`,
  ],
  [
    'customers who canceled and ordered outside the club',
    `EXISTS (SELECT 1 FROM memberships m WHERE m.cancelled_local IS NOT NULL AND m.customer_id = c.source_id AND m.customer_service_id = c.service_id)
      AND EXISTS (SELECT 1 FROM orders o WHERE o.is_counted AND o.channel <> 'club' AND ${ofCustomer})`,
  ],
])('“%s” are as many as SQL counts', async (question, where) => {
  const answer = Understood.parse(await call('/insight/ask', { question }))
  const { rows: people } = await call('/reports/query', { definition: answer.definition, pageSize: 500 })
  const sql = `SELECT COUNT(*) FROM customers c WHERE ${where}`
  const rows = await t.rows(owner.accountId, sql)
  expect(people).toHaveLength(Number(rows[0]?.[0]))
  expect(people.length).toBeGreaterThan(0)
})

test('what people did is asked for in words and in chips, and counted as SQL counts it', async () => {
  const question = 'customers whose first order was web and who never visited'
  const answer = Understood.parse(await call('/insight/ask', { question }))
  const { rows: people } = await call('/reports/query', { definition: answer.definition, pageSize: 500 })
  const rows = await t.rows(
    owner.accountId,
    `SELECT COUNT(*) FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.is_counted AND o.prior_orders = 0
        AND o.channel = 'web' AND o.customer_id = c.source_id AND o.customer_service_id = c.service_id)
      AND NOT EXISTS (SELECT 1 FROM reservations r WHERE r.is_visit AND r.customer_id = c.source_id AND r.customer_service_id = c.service_id)
      AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.is_counted AND o.channel = 'pos'
        AND o.customer_id = c.source_id AND o.customer_service_id = c.service_id)`,
  )
  expect(people).toHaveLength(Number(rows[0]?.[0]))
  expect(people.length).toBeGreaterThan(0)
  const again = await compose(answer.chips ?? EMPTY)
  expect(again.definition.history).toEqual(answer.definition.history)
  expect(answer.chips?.chips.map(({ label }) => label)).toEqual([
    'List of customers',
    'Whose first order was online',
    'Who didn’t keep a reservation',
    'Who didn’t order in the tasting room',
  ])
})
