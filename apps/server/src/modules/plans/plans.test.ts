import { beforeAll, describe, expect, test } from 'vitest'
import type { MeasurePlan, Pace, Plan, PlanHead, PlanRow } from '#contract/plans.ts'
import { DrillResult, ReportResult } from '#contract/reports.ts'
import { addDays, addMonths, diffDays, toWeekday } from '#domain/ranges/local-day.ts'
import { writeXlsx, XLSX_STYLES } from '#testkit/odd-files/write-xlsx.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { paceHandler } from './paces.job.ts'

/** Today is June 17, 2026. */
const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const FIRST = '2024-06-01'
const TODAY = '2026-06-17'
const days = Array.from({ length: diffDays(FIRST, addDays(TODAY, 1)) }, (_, index) => addDays(FIRST, index))
/** Cents: Saturdays and Sundays sell three times as much. */
const salesOf = (day: string): number => (toWeekday(day) > 5 ? 300_00 : 100_00)
const channelOf = (day: string): 'web' | 'pos' => (Number(day.slice(8)) % 2 === 0 ? 'web' : 'pos')

let owner: Member

const call = async <T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
  status = 200,
): Promise<T> => {
  const response = await t.call(method, url, { token: owner.token, ...(body ? { body } : {}) })
  expect(response.statusCode, response.body).toBe(status)
  return (status === 204 ? null : response.json()) as T
}

const months = (amount: (index: number) => number | null): (number | null)[] =>
  Array.from({ length: 12 }, (_, index) => amount(index))
const row = (value: string | null, amount: (index: number) => number | null): PlanRow => ({
  value,
  amounts: months(amount),
})

const measures: MeasurePlan[] = [
  {
    measure: 'netSales',
    breakdown: 'channel',
    rows: [row('pos', (index) => 3_000.01 + index), row('web', (index) => (index < 6 ? 2_000 : 0))],
  },
  { measure: 'orders', breakdown: 'none', rows: [row(null, () => 31)] },
]

const created = (name: string, year = 2026, copyOf?: string) =>
  call<Plan>('POST', '/plans', { name, year, ...(copyOf ? { copyOf } : {}) }, 201)
const saved = ({ id, name, isCurrent }: Plan, changed: readonly MeasurePlan[], change: object = {}) =>
  call<Plan>('PUT', `/plans/${id}`, { name, isCurrent, measures: changed, ...change })

const report = async (definition: object, options: object = {}): Promise<ReportResult> =>
  ReportResult.parse(
    await call('POST', '/reports/query', {
      definition: { reportType: 'Orders', ...definition },
      from: '2026-05-01',
      until: '2026-06-01',
      compare: 'plan',
      ...options,
    }),
  )
const bySales = {
  columns: [{ columnId: 'channel' }, { columnId: 'netSales' }],
  groupColumns: ['channel'],
  orderColumns: [{ columnId: 'channel' }],
}

let budget: Plan

beforeAll(async () => {
  owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  await t.load(owner.accountId, {
    orders: days.map((day) =>
      orderRow({ source_id: day, ordered: Date.parse(`${day}T20:00:00Z`), channel: channelOf(day) }),
    ),
    order_lines: days.map((day) => lineRow({ source_id: day, order_source_id: day, amount: salesOf(day) })),
  })
  budget = await created('Budget')
})

describe('versions', () => {
  test('are saved whole, and keep amounts to the cent', async () => {
    expect(budget).toMatchObject({ name: 'Budget', year: 2026, isCurrent: true, measures: [] })
    expect(budget.months[0]).toBe('2026-01-01')
    const answer = await saved(budget, measures)
    expect(answer.measures).toEqual(measures)
    expect(await call('GET', `/plans/${budget.id}`)).toEqual(answer)
    const amounts = await t.deps.db
      .selectFrom('plan_amounts')
      .select('amount')
      .where('account_id', '=', owner.accountId)
      .where('value', '=', 'pos')
      .orderBy('month')
      .limit(1)
      .execute()
    expect(amounts).toEqual([{ amount: 300_001 }])
  })

  test('only one of a year is current, and a copy has the same amounts', async () => {
    const reforecast = await created('Reforecast', 2026, budget.id)
    expect(reforecast).toMatchObject({ isCurrent: false, measures })
    const next = await created('Budget', 2027, budget.id)
    expect([next.isCurrent, next.months[0], next.measures]).toEqual([true, '2027-01-01', measures])
    await saved(reforecast, measures, { isCurrent: true })
    const list = await call<PlanHead[]>('GET', '/plans')
    expect(list.map(({ name, year, isCurrent }) => [name, year, isCurrent])).toEqual([
      ['Budget', 2027, true],
      ['Reforecast', 2026, true],
      ['Budget', 2026, false],
    ])
    await saved(budget, measures, { isCurrent: true })
    await call('DELETE', `/plans/${reforecast.id}`, undefined, 204)
    await call('DELETE', `/plans/${next.id}`, undefined, 204)
    expect((await call<PlanHead[]>('GET', '/plans')).length).toBe(1)
  })

  test.each<[string, MeasurePlan[]]>([
    ['measures[0].breakdown', [{ measure: 'signups', breakdown: 'channel', rows: [] }]],
    ['measures[0].rows[0].value', [{ measure: 'netSales', breakdown: 'none', rows: [row('web', () => 1)] }]],
    [
      'measures[0].rows[1].value',
      [{ measure: 'netSales', breakdown: 'channel', rows: [row('web', () => 1), row('web', () => 1)] }],
    ],
  ])('%s is refused, and nothing is saved', async (field, wrong) => {
    const { name, isCurrent } = budget
    const body = { name, isCurrent, measures: wrong }
    const response = await t.call('PUT', `/plans/${budget.id}`, { token: owner.token, body })
    expect([response.statusCode, response.json().errors[0].field]).toEqual([400, field])
    expect((await call<Plan>('GET', `/plans/${budget.id}`)).measures).toEqual(measures)
  })

  test('of two people who save one version, the second is refused, and nothing of the first is lost', async () => {
    const { name, isCurrent, version } = await call<Plan>('GET', `/plans/${budget.id}`)
    const body = { name, isCurrent, version, measures }
    expect((await call<Plan>('PUT', `/plans/${budget.id}`, body)).version).toBe(version + 1)
    const second = await t.call('PUT', `/plans/${budget.id}`, { token: owner.token, body: { ...body, measures: [] } })
    expect([second.statusCode, second.json().errors[0].code]).toEqual([412, 'plan.stale'])
    expect((await call<Plan>('GET', `/plans/${budget.id}`)).measures).toEqual(measures)
  })

  test('another account sees no plan of this one', async () => {
    const other = await t.register()
    expect((await t.call('GET', '/plans', { token: other.token })).json()).toEqual([])
    expect((await t.call('GET', `/plans/${budget.id}`, { token: other.token })).statusCode).toBe(404)
  })
})

/** What is stored, read by hand: the amounts of a month by channel, cents. */
const storedMonth = async (month: string): Promise<[string, number][]> => {
  const rows = await t.deps.db
    .selectFrom('plan_amounts')
    .select(['value', 'amount'])
    .where('account_id', '=', owner.accountId)
    .where('plan_id', '=', budget.id)
    .where('measure', '=', 'netSales')
    .where('month', '=', month)
    .orderBy('value')
    .execute()
  return rows.map(({ value, amount }) => [value, amount])
}

describe('compared with the plan', () => {
  test('a report shows each group’s plan and the total, next to what hand-written SQL sums', async () => {
    const { rows, previous, totals, previousTotals, comparison, compareRange } = await report(bySales)
    const sums = await t.rows(
      owner.accountId,
      `SELECT o.channel, SUM(l.amount) FROM orders o JOIN order_lines l ON l.order_source_id = o.source_id
       WHERE CAST(o.ordered_local AS DATE) >= DATE '2026-05-01' AND CAST(o.ordered_local AS DATE) < DATE '2026-06-01' GROUP BY 1 ORDER BY 1`,
    )
    const stored = await storedMonth('2026-05-01')
    expect(rows).toEqual(sums.map(([channel, cents]) => [channel, Number(cents) / 100]))
    expect(previous).toEqual(stored.map(([channel, cents]) => [channel, cents / 100]))
    expect(totals[1]).toBe(sums.reduce((sum, [, cents]) => sum + Number(cents), 0) / 100)
    expect(previousTotals?.[1]).toBe(stored.reduce((sum, [, cents]) => sum + cents, 0) / 100)
    expect(comparison).toMatchObject({ mode: 'plan', alignedOn: null, noPlan: null, dataStarts: null })
    expect([compareRange?.from, compareRange?.until]).toEqual(['2026-05-01', '2026-06-01'])
  })

  test('a pivot has the plan of each of its cells', async () => {
    const columns = ['channel', 'orderMonth', 'netSales'].map((columnId) => ({ columnId }))
    const { pivot } = await report(
      { columns, groupColumns: ['channel', 'orderMonth'], pivot: { columns: ['orderMonth'], subtotals: true } },
      { from: '2026-03-01' },
    )
    const pos = pivot?.rows.find(({ values: [value] }) => value === 'pos')
    expect(pos?.previous).toEqual([3_002.01, 3_003.01, 3_004.01, 9_009.03])
  })

  test('what has no plan says so by name', async () => {
    const { previous, comparison } = await report({
      columns: [{ columnId: 'state' }, { columnId: 'netSales' }],
      groupColumns: ['state'],
    })
    expect(comparison?.noPlan).toBe('The plan is not split by State')
    expect(previous ?? []).toEqual([])
  })

  test('a changed plan is shown at once', async () => {
    const before = await report(bySales)
    const changed = measures.map((one) => ({ ...one, rows: one.rows.map(({ value }) => row(value, () => 500)) }))
    await saved(budget, changed)
    const after = await report(bySales)
    await saved(budget, measures)
    expect(after.previousTotals?.[1]).toBe(1_000)
    expect((await report(bySales)).previousTotals).toEqual(before.previousTotals)
  })

  test('a tile, its proof and the days behind its number agree', async () => {
    const widget = {
      id: 'a',
      type: 'sales',
      props: { periodType: 'ytd', compareLastPeriod: true, compareWith: 'plan' },
    }
    const response = await t.call('POST', '/dashboards/data', {
      token: owner.token,
      body: { widgets: [widget], includeClubOrders: true },
    })
    expect(response.statusCode, response.body).toBe(200)
    const line = JSON.parse(response.body.split('\n')[0] ?? '')
    const sum = [0, 1, 2, 3, 4].reduce((total, index) => total + 3_000.01 + index + 2_000, 0)
    const june = (3_005.01 + 2_000) * (17 / 30)
    expect(line.error).toBeUndefined()
    const [kpi] = line.data.kpis
    expect(Math.abs(kpi.previous - sum - june)).toBeLessThan(0.02)
    expect(line.comparison).toMatchObject({ mode: 'plan', noPlan: null })
    const cell = { row: {}, measure: 'netSales', period: 'previous' }
    const explained = await call<{ value: number; proof: { matches: boolean } }>('POST', '/reports/explain', {
      widget,
      includeClubOrders: true,
      cell,
    })
    expect([explained.value, explained.proof.matches]).toEqual([kpi.previous, true])
    const drilled = DrillResult.parse(
      await call('POST', '/reports/drill', { widget, includeClubOrders: true, cell, pageSize: 500 }),
    )
    expect(drilled.rowCount).toBe(2 * 168)
    expect(
      Math.abs(drilled.rows.reduce((total, values) => total + Number(values.at(-1)), 0) - kpi.previous),
    ).toBeLessThan(0.005)
  })

  test('Home shows what is planned for the days of its numbers', async () => {
    const response = await t.call('POST', '/home/data', { token: owner.token, body: { period: 'month' } })
    const lines = response.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const { numbers } = lines.find(({ kind }) => kind === 'summary')
    expect(Math.abs(numbers.web.planned - (2_000 * 17) / 30)).toBeLessThan(0.01)
    expect(numbers.guests.planned).toBeUndefined()
  })

  test('a goal tile without a goal shows the plan of its period', async () => {
    const widget = { id: 'a', type: 'goal', props: { metric: 'netSales', period: 'month' } }
    const body = { widgets: [widget], includeClubOrders: true }
    const response = await t.call('POST', '/dashboards/data', { token: owner.token, body })
    const line = JSON.parse(response.body.split('\n')[0] ?? '')
    expect(line.data.goal).toMatchObject({ target: 5_005.01, daysLeft: 14 })
  })

  test('the total of a list and of named dates has its plan', async () => {
    const total = { columns: [{ columnId: 'netSales', aggregation: 'Sum' }] }
    const dates = { from: undefined, until: undefined, relativeDate: 'OrderDate-LastMonth' }
    expect((await report(total, dates)).previousTotals).toEqual([5_004.01])
    const list = { columns: [{ columnId: 'orderNumber' }, { columnId: 'netSales' }] }
    expect((await report(list, dates)).previousTotals).toEqual([null, 5_004.01])
  })

  test('a CSV file has the plan’s columns', async () => {
    const body = {
      format: 'csv',
      definition: { reportType: 'Orders', ...bySales },
      from: '2026-05-01',
      until: '2026-06-01',
      compare: 'plan',
    }
    const response = await t.call('POST', '/reports/export', { token: owner.token, body })
    expect(response.body).toContain('Net sales, plan')
    expect(response.body).toContain('3004.01')
  })
})

describe('pace', () => {
  test('spreads the plan by what weekdays bring, and forecasts the running month', async () => {
    await runJob(paceHandler, t.deps, { accountId: owner.accountId })
    const byDay = {
      columns: [{ columnId: 'orderDay' }, { columnId: 'netSales' }],
      groupColumns: ['orderDay'],
      orderColumns: [{ columnId: 'orderDay' }],
    }
    const { previous } = await report(byDay)
    const planned = (previous ?? []).map((values) => Number(values?.[1]))
    // May 2, 2026 was a Saturday, May 4 a Monday
    expect((planned[1] ?? 0) / (planned[3] ?? 1)).toBeCloseTo(3, 0)
    expect(Math.round(planned.reduce((sum, value) => sum + value, 0) * 100)).toBe(
      (await storedMonth('2026-05-01')).reduce((sum, [, cents]) => sum + cents, 0),
    )
    const paces = await call<Pace[]>('GET', '/plans/pace')
    const sales = paces.find(({ measure }) => measure === 'netSales')
    const june = Array.from({ length: 30 }, (_, index) => addDays('2026-06-01', index))
    const ofDays = (list: readonly string[]) => list.reduce((sum, day) => sum + salesOf(day), 0) / 100
    expect(sales?.actual).toBe(ofDays(june.slice(0, 17)))
    expect(sales?.plan).toBe(5_005.01)
    expect(Math.abs((sales?.forecast ?? 0) / ofDays(june) - 1)).toBeLessThan(0.05)
    expect(sales?.low).toBeLessThan(sales?.forecast ?? 0)
    expect(sales?.high).toBeGreaterThan(sales?.forecast ?? 0)
    const elapsed = ofDays(june.slice(0, 16)) / ofDays(june)
    expect(Math.abs((sales?.expected ?? 0) / 5_005.01 - elapsed)).toBeLessThan(0.03)
    expect(paces.find(({ measure }) => measure === 'orders')).toMatchObject({ actual: 17, plan: 31 })
    expect(sales?.ahead.map(({ month }) => month)).toEqual(
      Array.from({ length: 6 }, (_, index) => addMonths('2026-07-01', index)),
    )
    const july = Array.from({ length: 31 }, (_, index) => addDays('2026-07-01', index))
    expect(Math.abs((sales?.ahead[0]?.forecast ?? 0) / ofDays(july) - 1)).toBeLessThan(0.05)
  })

  test('a winery without history has a plan of equal days and no forecast', async () => {
    const young = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
    const asYoung = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
      t.call(method, url, { token: young.token, ...(body ? { body } : {}) })
    const plan: Plan = (await asYoung('POST', '/plans', { name: 'Budget', year: 2026 })).json()
    await asYoung('PUT', `/plans/${plan.id}`, {
      name: 'Budget',
      isCurrent: true,
      measures: [{ measure: 'signups', breakdown: 'none', rows: [row(null, () => 60)] }],
    })
    await t.load(young.accountId, {
      orders: [orderRow({ source_id: 'a', ordered: Date.parse('2026-06-10T20:00:00Z') })],
    })
    await runJob(paceHandler, t.deps, { accountId: young.accountId })
    expect((await asYoung('GET', '/plans/pace')).json()).toEqual([
      {
        measure: 'signups',
        month: '2026-06-01',
        actual: 0,
        plan: 60,
        expected: 32,
        forecast: null,
        low: null,
        high: null,
        chance: null,
        ahead: [],
      },
    ])
  })
})

test('last year’s months are rows of a plan', async () => {
  const rows = await call<PlanRow[]>('GET', '/plans/actuals?year=2025&measure=netSales&breakdown=channel')
  const expected = (['pos', 'web'] as const).map((channel) =>
    row(channel, (index) => {
      const month = addMonths('2025-01-01', index)
      return (
        days
          .filter((day) => day >= month && day < addMonths(month, 1) && channelOf(day) === channel)
          .reduce((sum, day) => sum + salesOf(day), 0) / 100
      )
    }),
  )
  expect(rows.toSorted((a, b) => String(a.value).localeCompare(String(b.value)))).toEqual(expected)
})

test.each([
  [
    'CSV with semicolons',
    Buffer.from('\uFEFFChannel;Jan;Feb\nweb;"1.000,50";2\n', 'utf8'),
    [
      ['Channel', 'Jan', 'Feb'],
      ['web', '1.000,50', '2'],
    ],
  ],
  [
    'tabs',
    Buffer.from('web\t1\t2\r\npos\t3\t4\r\n'),
    [
      ['web', '1', '2'],
      ['pos', '3', '4'],
    ],
  ],
])('reads a table of %s', async (_name, bytes, expected) => {
  expect(await call('POST', '/plans/table', { file: bytes.toString('base64') })).toEqual(expected)
})

test('reads the first sheet of a workbook', async () => {
  const rows = [
    ['Channel', 'Jan', 'Feb'],
    ['web', { number: 1000.5, style: XLSX_STYLES.plain }, { number: 2, style: XLSX_STYLES.plain }],
  ]
  const file = (await writeXlsx([{ name: 'Budget', rows }])).toString('base64')
  expect(await call('POST', '/plans/table', { file })).toEqual([
    ['Channel', 'Jan', 'Feb'],
    ['web', '1000.5', '2'],
  ])
})

test('names a file that is no table', async () => {
  const file = Buffer.from([0x89, 0x50, 0xff, 0xfe]).toString('base64')
  const response = await t.call('POST', '/plans/table', { token: owner.token, body: { file } })
  expect([response.statusCode, response.json().errors[0].code]).toEqual([400, 'plan.file_invalid'])
})

test('goals are plans of one number', async () => {
  const goals = [
    { metric: 'signups', period: 'month', from: '2026-05-01', target: 12 },
    { metric: 'signups', period: 'quarter', from: '2026-01-01', target: 90 },
    { metric: 'signups', period: 'year', from: '2026-01-01', target: 500 },
  ]
  const { token, accountId } = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  await t.load(accountId, { orders: [orderRow({ source_id: 'a', ordered: Date.parse('2026-06-10T20:00:00Z') })] })
  await t.call('PUT', '/goals', { token, body: { goals } })
  const planned = async (from: string, until: string) => {
    const definition = { reportType: 'Memberships', columns: [{ columnId: 'signups' }] }
    const body = { definition, relativeDate: 'SignupDate-None', from, until, compare: 'plan' }
    const { previousTotals, comparison } = (await t.call('POST', '/reports/query', { token, body })).json()
    return comparison.noPlan ?? previousTotals[0]
  }
  expect(await planned('2026-05-01', '2026-06-01')).toBe(12)
  expect(await planned('2026-01-01', '2026-04-01')).toBe(90)
  expect(await planned('2026-02-01', '2026-03-01')).toBe(28)
  expect(await planned('2026-04-01', '2026-05-01')).toBe('There is no plan of Signups for Apr 2026')
  expect((await t.call('GET', '/goals', { token })).json().goals.length).toBe(3)
})

test('what has no club is a row of a plan by club, so that the rows add up to the whole', async () => {
  const [whole] = await call<PlanRow[]>('GET', '/plans/actuals?year=2025&measure=netSales&breakdown=none')
  const rows = await call<PlanRow[]>('GET', '/plans/actuals?year=2025&measure=netSales&breakdown=club')
  expect(rows).toEqual([whole])
  const planned = rows.map(({ value, amounts }) => ({ value, amounts: amounts.map((amount) => amount && amount + 7) }))
  const byClub: MeasurePlan[] = [{ measure: 'netSales', breakdown: 'club', rows: planned }]
  expect((await saved(await created('By club'), byClub, { isCurrent: true })).measures).toEqual(byClub)
  const definition = { columns: [{ columnId: 'clubName' }, { columnId: 'netSales' }], groupColumns: ['clubName'] }
  expect((await report(definition)).previous).toEqual([[null, (whole?.amounts[4] ?? 0) + 7]])
})
