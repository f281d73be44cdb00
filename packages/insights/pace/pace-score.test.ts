import { expect, test } from 'vitest'
import { netAmount, sampleRows, toLocalDay } from '#connectors/sample/sample-rows.fixture.ts'
import { toWeekday } from '#domain/ranges/local-day.ts'
import { hasOnlineRetail, onlineRetailText } from '#testkit/online-retail.ts'
import { countryHolidays } from '../calendar/holidays.ts'
import { type DayValue, daySeries, listDays, type Series } from '../series/series.ts'
import { type ClubRuns, runDays } from './club-runs.ts'
import { dayWeights, paceOfMonths, paceToDate } from './month-pace.ts'
import { type PaceScore, scorePace } from './score.fixture.ts'

const DAYS = [8, 15, 22]
const state = (name: string, { months, pace, lastYear, within }: PaceScore): void =>
  console.info(
    `${name}: ${months} months, error ${(pace * 100).toFixed(1)} % against ${(lastYear * 100).toFixed(1)} %, ${(within * 100).toFixed(0)} % within the interval`,
  )

const demo = () => {
  const { orders, club_releases } = sampleRows({
    seed: 1,
    today: '2026-03-01',
    orders: 20_000,
    years: 4,
    currency: 'USD',
  })
  const paid = orders.filter(({ payment_status }) => payment_status === 'paid')
  const runs = [...new Set(club_releases.map((release) => toLocalDay(release.released)))]
  const isOfRun = runDays(runs)
  const valuesOf = (ofRuns: boolean): DayValue[] =>
    paid
      .map((order) => ({ channel: order.channel, day: toLocalDay(order.ordered), value: netAmount(order) }))
      .filter(({ channel, day }) => (channel === 'club' && isOfRun.has(day)) === ofRuns)
  const ordinary = valuesOf(false)
  const [first = ''] = ordinary.map(({ day }) => day).toSorted()
  const range = { from: first, until: '2026-03-01' }
  return {
    ordinary: daySeries(ordinary, range, 'zero'),
    club: daySeries(valuesOf(true), range, 'zero'),
    runs,
    holidays: countryHolidays('US'),
    unit: 20_000,
  }
}

const demoScore = scorePace(demo(), '2024-04-01', DAYS)

test('the demo winery’s months are forecast better than by last year’s share to date', () => {
  const score = demoScore
  state('Demo winery', score)
  expect(score.months).toBe(23)
  expect(score.pace).toBeLessThan(0.8 * score.lastYear)
  expect(score.within).toBeGreaterThan(0.75)
})

/** The file has a year and nine days, so no whole month has a last year: the other share is that of the days. */
test.runIf(hasOnlineRetail)('with those of Online Retail, all months are still forecast better', () => {
  const [, ...lines] = onlineRetailText().trim().split('\n')
  const values = lines.flatMap((line): DayValue[] => {
    const [quantity, at, price] = line.split(',').slice(-5, -2)
    const value = Math.round(Number(quantity) * Number(price) * 100)
    return Number.isFinite(value) ? [{ day: String(at).slice(0, 10), value }] : []
  })
  const series = daySeries(values, { from: '2010-12-01', until: '2011-12-10' }, 'zero')
  const retail = { ordinary: series, club: null, runs: [], holidays: countryHolidays('GB'), unit: 100_000 }
  const score = scorePace(retail, '2011-02-01', DAYS)
  state('Online Retail', score)
  expect(score.months).toBe(10)
  expect(score.pace).toBeLessThan(0.08)
  expect(score.within).toBeGreaterThan(0.75)
  const both = (of: (one: PaceScore) => number) => of(score) * score.months + of(demoScore) * demoScore.months
  expect(both(({ pace }) => pace)).toBeLessThan(0.8 * both(({ lastYear }) => lastYear))
})

const MONTH = '2026-03-01'
/** Ten orders on each weekday and thirty on Saturdays and Sundays, on all days but those between. */
const trade = (from: string, closed?: readonly [string, string]) =>
  daySeries(
    listDays({ from, until: MONTH })
      .filter((day) => closed === undefined || day < closed[0] || day >= closed[1])
      .map((day) => ({ day, value: toWeekday(day) > 5 ? 30 : 10 })),
    { from, until: MONTH },
    'zero',
  )
const pace = (days: Series, club: ClubRuns | null = null) =>
  paceOfMonths({ days, months: [MONTH], holidays: countryHolidays('US'), unit: 1, club })[0]

test('a winery without clubs, and one whose clubs have no runs, have ordinary days only', () => {
  const days = trade('2024-01-01')
  const none = { days: daySeries([], { from: days.from, until: MONTH }, 'zero'), runs: [] }
  expect(pace(days)?.parts.length).toBe(1)
  expect(pace(days, none)).toEqual(pace(days))
  const weights = dayWeights(pace(days) ?? { parts: [] })
  // March 1, 2026 was a Sunday
  expect((weights[0] ?? 0) / (weights[1] ?? 1)).toBeCloseTo(3, 0)
})

test('a winery that began anew after a year is measured by what it sells since', () => {
  const again = pace(trade('2023-01-01', ['2024-10-01', '2025-11-01']))
  const since = pace(trade('2025-11-01'))
  expect(again).toEqual(since)
  expect(pace(trade('2023-01-01', ['2024-10-01', '2026-02-01']))).toBeUndefined()
})

test('a run counts on its own day, and a month without one is not short of it', () => {
  const days = trade('2024-01-01')
  const runs = ['2025-03-11', '2026-03-10']
  const club = { days: daySeries([{ day: '2025-03-11', value: 900 }], { from: days.from, until: MONTH }, 'zero'), runs }
  const known = pace(days, club)
  expect(known?.parts[1]?.days[9]).toBe(900)
  expect(pace(days, { ...club, runs: ['2025-03-11'] })).toEqual(known)
  if (known === undefined) throw new Error('two years are enough')
  const before = paceToDate(known, { elapsed: 8, actual: [120, 0], plan: 1300 })
  const after = paceToDate(known, { elapsed: 10, actual: [140, 900], plan: 1300 })
  expect(before.expectedShare).toBeLessThan(0.12)
  expect(after.expectedShare).toBeGreaterThan(0.65)
  expect(before.low).toBeLessThan(before.forecast)
  expect(after.chance).toBeGreaterThan(0.8)
  expect(paceToDate(known, { elapsed: 10, actual: [140, 900], plan: 5000 }).chance).toBeLessThan(0.01)
})

test('what today has brought beyond what was expected of it is added', () => {
  const month = pace(trade('2024-01-01'))
  if (month === undefined) throw new Error('two years are enough')
  const so = { elapsed: 2, actual: [40], plan: null }
  const quiet = paceToDate(month, so)
  expect(paceToDate(month, { ...so, today: 5 }).forecast).toBe(quiet.forecast)
  const busy = paceToDate(month, { ...so, today: 110 })
  expect(busy.forecast - quiet.forecast).toBeGreaterThan(95)
  expect(busy.actual).toBe(150)
})
