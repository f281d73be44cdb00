import { beforeAll, describe, expect, test } from 'vitest'
import { ReportResult } from '#contract/reports.ts'
import { addDays, diffDays, toWeekday } from '#domain/ranges/local-day.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const calendar = { timeZone: 'America/Los_Angeles' }
const FIRST = '2025-03-01'
const LAST = '2026-06-16'
let owner: Member

/** Net sales of a day in dollars: a weekend day sells ten times as much, and sales grow by a dollar a day. */
const salesOf = (day: string): number => (toWeekday(day) >= 6 ? 1_000 : 100) + diffDays(FIRST, day)

const days = (from: string, until: string): string[] =>
  Array.from({ length: diffDays(from, until) }, (_, index) => addDays(from, index))

const sumOf = (from: string, until: string): number =>
  days(from, until).reduce((sum, day) => sum + (day >= FIRST && day <= LAST ? salesOf(day) : 0), 0)

beforeAll(async () => {
  owner = await t.register({ timeZone: calendar.timeZone, currency: 'USD' })
  const all = days(FIRST, addDays(LAST, 1))
  await t.load(owner.accountId, {
    orders: all.map((day) => orderRow({ source_id: day, order_number: day, ordered: Date.parse(`${day}T20:00:00Z`) })),
    order_lines: all.map((day) => lineRow({ source_id: day, order_source_id: day, amount: salesOf(day) * 100 })),
    club_releases: [
      ['Spring 2025', '2025-04-22'],
      ['Fall 2025', '2025-10-07'],
      ['Spring 2026', '2026-04-07'],
      ['April 2025', '2025-04-01', 'Cellar'],
      ['April 2026', '2026-04-07', 'Cellar'],
    ].map(([name = '', day = '', club = 'Reserve']) => ({
      source_id: name,
      source_updated: null,
      time_basis: 'utc' as const,
      name,
      club_source_id: club,
      club_name: club,
      released: Date.parse(`${day}T20:00:00Z`),
    })),
  })
})

const ask = async (body: object): Promise<ReportResult> => {
  const response = await t.call('POST', '/reports/query', { token: owner.token, body })
  expect(response.body).not.toContain('"errors"')
  return ReportResult.parse(response.json())
}

const total = { reportType: 'Orders', columns: [{ columnId: 'netSales', aggregation: 'Sum' }] }
const byDay = {
  reportType: 'Orders',
  columns: [{ columnId: 'orderDay' }, { columnId: 'netSales' }],
  groupColumns: ['orderDay'],
}
const WEEKEND = { from: '2026-06-13', until: '2026-06-15' }

describe('a weekend', () => {
  test.each([
    ['sameWeekdays', '2025-06-14', '2025-06-16', 'sameWeekdays'],
    ['sameDates', '2025-06-13', '2025-06-15', 'previousYear'],
    ['previousYear', '2025-06-13', '2025-06-15', 'previousYear'],
    ['previousPeriod', '2026-06-11', '2026-06-13', 'previousPeriod'],
    ['sameHoliday', '2025-06-14', '2025-06-16', 'sameWeekdays'],
  ])('compared by %s has %s until %s', async (compare, from, until, mode) => {
    const result = await ask({ definition: total, ...WEEKEND, compare })
    expect(result.compareRange).toMatchObject({ from, until })
    expect(result.comparison).toMatchObject({ mode, alignedOn: null })
    expect([result.rows[0]?.[0], result.previous?.[0]?.[0]]).toEqual([
      sumOf(WEEKEND.from, WEEKEND.until),
      sumOf(from, until),
    ])
  })

  test('is compared day by day, Saturday with Saturday', async () => {
    const { rows, previous } = await ask({ definition: byDay, ...WEEKEND, compare: 'sameWeekdays' })
    expect(rows).toEqual([
      ['2026-06-13', salesOf('2026-06-13')],
      ['2026-06-14', salesOf('2026-06-14')],
    ])
    expect(previous).toEqual([
      ['2025-06-14', salesOf('2025-06-14')],
      ['2025-06-15', salesOf('2025-06-15')],
    ])
  })
})

test('days of the compared range without a day in this one are rows where this one would have them', async () => {
  const week = { from: '2026-06-15', until: '2026-06-20', compare: 'sameWeekdays' }
  const result = await ask({ definition: byDay, ...week })
  expect(result.rows.map(([day]) => day)).toEqual(['2026-06-15', '2026-06-16', '2026-06-17'])
  // Today is June 17.
  expect([result.rows[2], result.previous?.[2], result.rowCount]).toEqual([
    ['2026-06-17', 0],
    ['2025-06-18', salesOf('2025-06-18')],
    3,
  ])
  expect(result.hasEveryGroup).toBe(true)
  const cell = { row: { orderDay: '2026-06-17' }, measure: 'netSales' }
  const lineage = await t.call('POST', '/reports/explain', {
    token: owner.token,
    body: { definition: byDay, ...week, cell },
  })
  expect(lineage.json()).toMatchObject({ value: 0, proof: { matches: true, records: 0 } })
  const having = [{ columnId: 'netSales', comparison: 'GreaterThan', value: 1 }]
  for (const limited of [
    { definition: { ...byDay, top: 2 } },
    { definition: { ...byDay, filters: having } },
    { definition: byDay, pageSize: 1 },
  ])
    expect((await ask({ ...limited, ...week })).hasEveryGroup).toBe(false)
})

test('Easter is compared with Easter, two weeks later in the year before', async () => {
  const result = await ask({ definition: byDay, from: '2026-04-03', until: '2026-04-06', compare: 'sameHoliday' })
  expect(result.comparison?.alignedOn).toEqual({ current: 'Easter weekend 2026', previous: 'Easter weekend 2025' })
  expect(result.previous?.map((row) => row?.[0])).toEqual(['2025-04-18', '2025-04-19', '2025-04-20'])
  expect(result.previousTotals?.[1]).toBe(sumOf('2025-04-18', '2025-04-21'))
})

test('a week with a club release is compared with the week of the same release', async () => {
  const week = { from: '2026-04-05', until: '2026-04-12' }
  const result = await ask({ definition: total, ...week, compare: 'sameRelease' })
  expect(result.comparison).toMatchObject({
    mode: 'sameRelease',
    alignedOn: { current: 'Spring 2026', previous: 'Spring 2025' },
  })
  expect(result.compareRange).toMatchObject({ from: '2025-04-20', until: '2025-04-27' })
  expect(result.previous?.[0]?.[0]).toBe(sumOf('2025-04-20', '2025-04-27'))
  const cell = { measure: 'netSales', aggregation: 'Sum', period: 'previous' }
  const body = { definition: total, ...week, compare: 'sameRelease', cell }
  const lineage = await t.call('POST', '/reports/explain', { token: owner.token, body })
  expect(lineage.json()).toMatchObject({ value: sumOf('2025-04-20', '2025-04-27'), proof: { matches: true } })
})

test.each([
  ['Reserve', 'Spring 2025', '2025-04-22'],
  ['Cellar', 'April 2025', '2025-04-01'],
])(
  'numbers of the club %s are compared with its own release, though another club released that day',
  async (club, name, day) => {
    const filters = [{ columnId: 'clubName', comparison: 'Equal', value: club }]
    const definition = {
      reportType: 'ClubReleases',
      columns: [{ columnId: 'releaseName', aggregation: 'Max' }],
      filters,
    }
    const released = { from: '2026-04-07', until: '2026-04-08' }
    const result = await ask({ definition, ...released, compare: 'sameRelease' })
    expect(result.comparison?.alignedOn?.previous).toBe(name)
    expect(result.compareRange).toMatchObject({ from: day, until: addDays(day, 1) })
    expect(result.previous).toEqual([[name]])
  },
)

test('the lineage of a previous value has the aligned dates', async () => {
  const cell = { measure: 'netSales', aggregation: 'Sum', period: 'previous' }
  const response = await t.call('POST', '/reports/explain', {
    token: owner.token,
    body: { definition: total, ...WEEKEND, compare: 'sameWeekdays', cell },
  })
  expect(response.json()).toMatchObject({
    value: sumOf('2025-06-14', '2025-06-16'),
    range: { from: '2025-06-14', until: '2025-06-16' },
    proof: { matches: true },
  })
})

describe('a saved comparison', () => {
  const saved = {
    ...total,
    name: 'Weekends',
    relativeDateFilter: { relativeRange: 'LastWeek' },
    compare: 'sameWeekdays',
  }

  test('is part of the report, and a request can replace it or leave it out', async () => {
    const created = await t.call('POST', '/reports', { token: owner.token, body: saved })
    const { id, compare } = created.json()
    expect(compare).toBe('sameWeekdays')
    const definition = { id }
    expect((await ask({ definition })).compareRange).toMatchObject({ from: '2025-06-09', until: '2025-06-16' })
    const sameDates = await ask({ definition, compare: 'previousYear' })
    expect(sameDates.compareRange).toMatchObject({ from: '2025-06-08', until: '2025-06-15' })
    expect((await ask({ definition, compare: 'none' })).compareRange).toBeUndefined()
  })

  test('is absent in reports that were saved without one', async () => {
    const { compare: _, ...without } = saved
    const created = await t.call('POST', '/reports', { token: owner.token, body: without })
    expect(created.json().compare).toBeNull()
    expect((await ask({ definition: { id: created.json().id } })).compareRange).toBeUndefined()
  })
})

test('a tile compares with what its settings say, and with the previous period by default', async () => {
  const rangeOf = async (props: object) => {
    const body = { widgets: [{ id: 'w', type: 'sales', props: { periodType: 'wtd', ...props } }] }
    const response = await t.call('POST', '/dashboards/data', { token: owner.token, body })
    const { compareRange, comparison, data } = JSON.parse(response.body)
    return [compareRange?.from, compareRange?.until, comparison?.mode, data.kpis[0].previous]
  }
  expect(await rangeOf({ compareLastPeriod: false, compareWith: 'sameWeekdays' })).toEqual([
    undefined,
    undefined,
    undefined,
    null,
  ])
  expect(await rangeOf({ compareLastPeriod: true })).toEqual([
    '2026-06-08',
    '2026-06-11',
    'previousPeriod',
    sumOf('2026-06-08', '2026-06-11'),
  ])
  expect(await rangeOf({ compareLastPeriod: true, compareWith: 'sameWeekdays' })).toEqual([
    '2025-06-16',
    '2025-06-19',
    'sameWeekdays',
    sumOf('2025-06-16', '2025-06-19'),
  ])
})

describe('a comparison range that begins before the data', () => {
  const ytd = { from: '2026-01-01', until: '2026-06-17' }

  test('says so and compares the totals like for like, instead of with less than half of the days', async () => {
    const { comparison, totals, previousTotals } = await ask({ definition: byDay, ...ytd, compare: 'previousYear' })
    expect([totals[1], previousTotals?.[1]]).toEqual([sumOf('2026-01-01', '2026-06-17'), sumOf(FIRST, '2025-06-17')])
    expect(comparison).toMatchObject({
      dataStarts: FIRST,
      likeForLike: {
        range: { from: '2026-03-01', until: '2026-06-17' },
        compareRange: { from: FIRST, until: '2025-06-17' },
        totals: [null, sumOf('2026-03-01', '2026-06-17')],
        previousTotals: [null, sumOf(FIRST, '2025-06-17')],
      },
    })
  })

  test('has nothing like for like if it ends before the data, and is not mentioned if it does not begin before', async () => {
    const before = await ask({ definition: total, from: '2026-01-05', until: '2026-01-12', compare: 'sameWeekdays' })
    expect(before.comparison).toMatchObject({ dataStarts: FIRST, likeForLike: null })
    const after = await ask({ definition: total, ...WEEKEND, compare: 'sameWeekdays' })
    expect(after.comparison).toMatchObject({ dataStarts: null, likeForLike: null })
  })

  test('starts with the orders of the service that the report is limited to', async () => {
    const later = '2025-08-01'
    const created = await t.call('POST', '/service', {
      token: owner.token,
      body: { type: 'csv', name: 'Later', settings: {} },
    })
    const serviceId = String(created.json().id)
    await t.load(
      owner.accountId,
      { orders: [orderRow({ source_id: later, ordered: Date.parse(`${later}T20:00:00Z`) })] },
      { serviceId },
    )
    const july = { from: '2026-07-15', until: '2026-08-15', compare: 'previousYear' }
    const ofService = await ask({ definition: { ...total, serviceId }, ...july })
    expect(ofService.comparison?.dataStarts).toBe(later)
    expect((await ask({ definition: total, ...july })).comparison?.dataStarts).toBeNull()
  })

  test('is stated in the details of a file', async () => {
    const body = { definition: byDay, ...ytd, compare: 'previousYear', format: 'csv', details: true }
    const { body: csv } = await t.call('POST', '/reports/export', { token: owner.token, body })
    const growth = sumOf('2026-03-01', '2026-06-17') / sumOf(FIRST, '2025-06-17') - 1
    expect(csv).toContain('# Compared with: Same dates last year: 2025-01-01 to 2025-06-16\n')
    expect(csv).toContain(`# Data starts: ${FIRST}\n`)
    expect(csv).toContain(
      `# Comparable days: 2026-03-01 to 2026-06-16 against 2025-03-01 to 2025-06-16; Net sales +${(growth * 100).toFixed(1)}%\n`,
    )
  })

  test('gives a tile the like-for-like values of its numbers', async () => {
    const body = { widgets: [{ id: 'w', type: 'salesSummary', props: {} }] }
    const response = await t.call('POST', '/dashboards/data', { token: owner.token, body })
    const { data, comparison } = JSON.parse(response.body)
    const [from, until] = ['2026-03-01', '2026-06-18']
    expect(data.kpis[0]).toMatchObject({ metric: 'netSales', previous: sumOf(FIRST, '2025-06-18') })
    expect(comparison.dataStarts).toBe(FIRST)
    expect(comparison.likeForLike.kpis[0]).toEqual({
      metric: 'netSales',
      value: sumOf(from, until),
      previous: sumOf(FIRST, '2025-06-18'),
    })
  })
})
