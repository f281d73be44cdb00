import { beforeAll, expect, test } from 'vitest'
import { Forecast } from '#contract/ask.ts'
import { countryHolidays } from '#insights/calendar/holidays.ts'
import { forecast } from '#insights/forecast/forecast.ts'
import { registerWinery } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

// Today is Wednesday, June 17, 2026.
const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
let owner: Member

beforeAll(async () => {
  owner = await registerWinery(t, { seed: 3, orders: 600 })
})

const SALES = {
  reportType: 'Orders',
  columns: [{ columnId: 'orderMonth' }, { columnId: 'netSales' }],
  groupColumns: ['orderMonth'],
  filters: [{ columnId: 'channel', comparison: 'Equal', value: 'pos' }],
  relativeDateFilter: { relativeRange: 'LastYear', columnName: 'orderDate' },
}
const JULY = { grain: 'month', from: '2026-07-01', until: '2026-08-01' }

const ask = (body: object, { token }: Member = owner) => t.call('POST', '/insight/forecast', { token, body })

const MONTHS = `SELECT SUM(net_sales) FROM orders
  WHERE channel = 'pos' AND ordered_local >= DATE '2023-06-01' AND ordered_local < DATE '2026-06-01'
  GROUP BY date_trunc('month', ordered_local) ORDER BY date_trunc('month', ordered_local)`

test('is made of the whole months before the current one', async () => {
  const { displayName, format, periods } = Forecast.parse((await ask({ definition: SALES, ...JULY })).json())
  const rows = await t.rows(owner.accountId, MONTHS)
  const values = Float64Array.from(rows, ([sum]) => Number(sum))
  const series = { grain: 'month' as const, from: '2023-06-01', values }
  const [, july] = forecast({ series, holidays: countryHolidays('US'), unit: 10_000, horizon: 2 }).points
  const dollars = (cents = 0): number => Math.round(cents) / 100
  expect([displayName, format]).toEqual(['Net sales', 'currency'])
  expect(periods).toEqual([
    {
      from: '2026-07-01',
      until: '2026-08-01',
      expected: dollars(july?.expected),
      low: dollars(july?.low),
      high: dollars(july?.high),
    },
  ])
  expect(periods[0]?.expected).toBeGreaterThan(0)
})

const sumBetween = async (from: string, until: string): Promise<number> => {
  const [[cents] = []] = await t.rows(
    owner.accountId,
    `SELECT SUM(net_sales) FROM orders
      WHERE channel = 'pos' AND ordered_local >= DATE '${from}' AND ordered_local < DATE '${until}'`,
  )
  return Number(cents) / 100
}

test('of running days, says what they have come to before today, and what they came to last year', async () => {
  const running = { definition: SALES, grain: 'day', from: '2026-06-01', until: '2026-07-01' }
  const { soFar, lastYear, periods } = Forecast.parse((await ask(running)).json())
  expect(soFar).toEqual({ until: '2026-06-17', value: await sumBetween('2026-06-01', '2026-06-17') })
  expect(lastYear).toBe(await sumBetween('2025-06-01', '2025-07-01'))
  expect([periods[0]?.from, periods.length]).toEqual(['2026-06-17', 14])
  const ahead = Forecast.parse((await ask({ definition: SALES, ...JULY })).json())
  expect(ahead.soFar).toBeNull()
  const longer = Forecast.parse((await ask({ definition: SALES, ...JULY, until: '2027-08-01' })).json())
  expect(longer.lastYear).toBeNull()
})

test('a month that has begun is what it has come to and what is expected of its other days', async () => {
  const months = { definition: SALES, grain: 'month', from: '2026-06-01', until: '2026-12-01' }
  const days = { definition: SALES, grain: 'day', from: '2026-06-01', until: '2026-07-01' }
  const [june, july] = Forecast.parse((await ask(months)).json()).periods
  const rest = Forecast.parse((await ask(days)).json()).periods.reduce((sum, { expected }) => sum + expected, 0)
  expect(june?.expected).toBeCloseTo((await sumBetween('2026-06-01', '2026-06-17')) + rest, 0)
  expect((june?.high ?? 0) - (june?.low ?? 0)).toBeLessThan((july?.high ?? 0) - (july?.low ?? 0))
})

test('has no periods without enough history', async () => {
  const young = await t.register()
  expect((await ask({ definition: SALES, ...JULY }, young)).json()).toMatchObject({ periods: [] })
})

test.each([
  ['from', { from: '2025-05-01' }],
  ['from', { from: '2026-07-02' }],
  ['until', { until: '2026-07-15' }],
  ['until', { until: '2026-07-01' }],
  ['until', { until: '2099-01-01' }],
  ['definition', { definition: { ...SALES, relativeDateFilter: null } }],
  [
    'definition.columns',
    { definition: { ...SALES, columns: [{ columnId: 'orderMonth' }, { columnId: 'averageOrder' }] } },
  ],
  ['columns[1]', { definition: { ...SALES, columns: [{ columnId: 'orderMonth' }, { columnId: 'nothing' }] } }],
  ['columns[1]', { definition: { ...SALES, groupColumns: [] } }],
])('names %s of what cannot be forecast: %j', async (field, change) => {
  const response = await ask({ definition: SALES, ...JULY, ...change })
  expect([response.statusCode, response.json().errors?.[0]?.field]).toEqual([400, field])
})
