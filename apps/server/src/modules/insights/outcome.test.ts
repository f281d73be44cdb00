import { expect, test } from 'vitest'
import type { InsightOutcome } from '#contract/insight-progress.ts'
import type { InsightDetail } from '#contract/insights.ts'
import { ReportResult } from '#contract/reports.ts'
import { ACCOUNT, type Subject } from '#insights/account/metric.ts'
import { extraFigures } from '#insights/language/figures.ts'
import type { Insight } from '#insights/registry.ts'
import type { InsightFacts } from '#server/db/column-types.ts'
import { testApp } from '#testkit/test-app.ts'
import { customerRow, lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { insertInsight } from './some-facts.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
/** Later than the warehouse's own clock, so that the data is never newer than the app's. */
const NOON = Date.UTC(2030, 4, 4, 19)
const DAY = 86_400_000
t.clock.set(NOON)
const member = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
const { accountId } = member
let { token } = member

/** Noon of May 4, 2030 in Los Angeles is the time of the action; minor units. */
const ORDERS = [
  ['the day before', 'ana', 'pos', Date.UTC(2030, 4, 3, 19), 500_00],
  ['in the morning, before the action', 'ben', 'pos', Date.UTC(2030, 4, 4, 16), 80_00],
  ['in the afternoon', 'ana', 'web', Date.UTC(2030, 4, 4, 22), 120_00],
  ['two weeks later', 'ana', 'pos', Date.UTC(2030, 4, 18, 19), 30_50],
  ['on the last day', 'cem', 'pos', Date.UTC(2030, 6, 2, 19), 200_00],
  ['on the first day that is not measured', 'dora', 'pos', Date.UTC(2030, 6, 3, 19), 400_00],
  ['of the club', 'dora', 'club', Date.UTC(2030, 4, 20, 19), 900_00],
  ['of someone who is not named', 'eve', 'pos', Date.UTC(2030, 4, 20, 19), 700_00],
] as const
const NAMED = ['ana', 'ben', 'cem', 'dora']

const load = async () => {
  const sold = ORDERS.map(([id, customer_source_id, channel, ordered, total]) => ({
    order: orderRow({ source_id: id, customer_source_id, channel, ordered, subtotal: total, total }),
    line: lineRow({
      order_source_id: id,
      sku: 'PN-22',
      quantity: 2,
      amount: total,
    }),
  }))
  await t.load(accountId, {
    orders: sold.map(({ order }) => order),
    order_lines: sold.map(({ line }) => line),
    customers: [...NAMED, 'eve'].map((source_id) =>
      customerRow({ source_id, name: source_id, email: `${source_id}@wine.example` }),
    ),
  })
}
await load()

const BASE = { key: 'k', period: { from: '2030-04-01', until: '2030-05-04' }, figures: [], stake: 1, confidence: 0.9 }

const factsOf = (insight: Insight): InsightFacts => ({
  insight,
  charts: [],
  extra: extraFigures(insight),
  names: Object.fromEntries(
    NAMED.flatMap((id) => [
      [`person ${id}`, id],
      [`customer of ${id}`, id],
    ]),
  ),
  currency: 'USD',
})

const lapsing = factsOf({
  ...BASE,
  kind: 'lapsingCustomers',
  subject: ACCOUNT,
  unusual: null,
  figures: [
    { id: 'customers', value: 4, unit: 'count', recipe: { kind: 'estimated', method: 'm' } },
    { id: 'yearlySpend', value: 1, unit: 'money', recipe: { kind: 'estimated', method: 'm' } },
  ],
  customers: NAMED.map((customerId) => ({
    customerId,
    lastOrder: '2030-01-01',
    daysSince: 90,
    usualDays: 30,
    returnedByNow: 0.95,
    spent: 1,
  })),
})

const atRisk = factsOf({
  ...BASE,
  kind: 'membersAtRisk',
  subject: ACCOUNT,
  unusual: null,
  figures: ['members', 'expectedCancellations', 'stake', 'concordance'].map((id) => ({
    id,
    value: 1,
    unit: 'count' as const,
    recipe: { kind: 'estimated' as const, method: 'm' },
  })),
  members: NAMED.map((membershipId) => ({ membershipId, club: 'Estate', chance: 0.5, timesUsual: 4, reasons: [] })),
})

const PRODUCT: Subject = { kind: 'product', value: 'PN-22' }

const stopped = factsOf({
  ...BASE,
  kind: 'stoppedSelling',
  subject: PRODUCT,
  isSoldOut: null,
  unusual: { score: -4, probability: 0.0001, against: 'forecast' },
  figures: [{ id: 'expected', value: 9, unit: 'count', recipe: { kind: 'estimated', method: 'm' } }],
})

const outcome = async (id: string) =>
  (await t.call('GET', `/insight/${id}/outcome`, { token })).json<InsightOutcome | null>()
const act = (id: string) => t.call('PUT', `/insight/${id}/acted`, { token, body: { acted: true } })
const at = async (days: number) => {
  t.clock.set(NOON + days * DAY)
  token = (await t.signIn(member.email, member.password)).access_token
}

/** The net sales that the page of an address shows. */
const pageTotal = async (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://cuvee.test')
  const of = (start: string) => [...searchParams].filter(([name]) => name.startsWith(start))
  const any = of('any.')
  const body = {
    definition: { builtin: pathname.replace('/reports/', '') },
    dimensionFilters: [{ columnId: any[0]?.[0].slice(4) ?? '', values: any.map(([, value]) => value) }],
    filters: of('f.').map(([name, text]) => ({
      columnId: name.slice(2),
      comparison: text.split(':')[0],
      value: text.split(':')[1],
    })),
    ...Object.fromEntries(['relativeDate', 'from', 'until'].map((name) => [name, searchParams.get(name)])),
  }
  const { columns, totals } = ReportResult.parse((await t.call('POST', '/reports/query', { token, body })).json())
  return totals[columns.findIndex(({ columnId }) => columnId === 'netSales')]
}

test('measures nothing before somebody acts', async () => {
  await insertInsight(t, accountId, 'lapsing', lapsing)
  expect(await outcome('lapsing')).toBeNull()
})

test('counts orders of the named customers from the action on, for 60 days, without club orders', async () => {
  await act('lapsing')
  expect(await outcome('lapsing')).toMatchObject({
    from: '2030-05-04',
    until: '2030-05-05',
    ends: '2030-07-03',
    amount: 120,
    people: { returned: 1, named: 4 },
    text: 'Recovered $120.00 from 1 of 4 customers',
    // The page would also list the order of the morning.
    address: null,
  })
  await at(90)
  expect(await outcome('lapsing')).toMatchObject({
    until: '2030-07-03',
    amount: 350.5,
    people: { returned: 2, named: 4 },
    text: 'Recovered $350.50 from 2 of 4 customers',
  })
})

test('links the report that shows the amount, where no order of the day was before the action', async () => {
  await at(1)
  await insertInsight(t, accountId, 'later', lapsing)
  await act('later')
  expect(await outcome('later')).toMatchObject({
    amount: 0,
    text: 'None of the 4 customers have ordered yet',
    address: expect.stringMatching(/^\/reports\/orders\/list\?/),
  })
  await at(90)
  const { amount, text, address } = (await outcome('later')) ?? {}
  expect([amount, text]).toEqual([630.5, 'Recovered $630.50 from 3 of 4 customers'])
  expect(await pageTotal(address ?? '')).toBe(630.5)
})

test('counts club orders of members at risk, and bottles of a product that stopped selling', async () => {
  await at(0)
  for (const [id, facts] of [
    ['risk', atRisk],
    ['stopped', stopped],
  ] as const) {
    await insertInsight(t, accountId, id, facts)
    await t.call('PUT', `/insight/${id}/done`, { token, body: { done: true } })
  }
  await at(90)
  expect((await outcome('risk'))?.text).toBe('Recovered $1,250.50 from 3 of 4 members')
  expect((await outcome('stopped'))?.text).toBe('Recovered $1,050.50: 8 bottles sold')
})

test('offers the list of exactly the people named, and measures nothing once the action is taken back', async () => {
  await at(1)
  const { action } = (await t.call('GET', '/insight/lapsing', { token })).json<InsightDetail>()
  if (action?.kind !== 'people') throw new Error('The action names people')
  const dimensionFilters = [{ columnId: 'customerId', values: action.customerIds }]
  const body = { definition: { builtin: 'customers/list' }, dimensionFilters }
  const { columns, rows } = ReportResult.parse((await t.call('POST', '/reports/query', { token, body })).json())
  const emails = rows.map((row) => row[columns.findIndex(({ columnId }) => columnId === 'email')])
  expect(emails.toSorted()).toEqual(NAMED.map((name) => `${name}@wine.example`))
  await t.call('PUT', '/insight/lapsing/acted', { token, body: { acted: false } })
  expect(await outcome('lapsing')).toBeNull()
})
