import { describe, expect, test } from 'vitest'
import { createRandom } from '#connectors/sample/random.ts'
import { addDays, toWeekday } from '#domain/ranges/local-day.ts'
import { ACCOUNT } from '../account/metric.ts'
import { countryHolidays } from '../calendar/holidays.ts'
import { detectionContext } from '../insight/detection-context.fixture.ts'
import { forecastOfSales } from '../kinds/forecast/forecast.insight.ts'
import { type Series, sumPeriods } from '../series/series.ts'
import { combine, conformal, weigh } from './combine.ts'
import { ets } from './ets.ts'
import { forecast, forecastFrom } from './forecast.ts'
import { outlookAt } from './rolling.ts'
import { theta } from './theta.ts'

const FROM = '2024-01-01'
const WEEK = [0.4, 0.5, 0.6, 0.8, 1.2, 2.1, 0]
const holidays = countryHolidays('US')

/** Daily sales in minor units of a shop that is closed on Sundays. */
const sales = (seed: number, days: number): Series => {
  const random = createRandom(seed)
  return {
    grain: 'day',
    from: FROM,
    values: Float64Array.from({ length: days }, (_, index) => {
      const weekday = WEEK[toWeekday(addDays(FROM, index)) - 1] ?? 0
      const season = 1 + 0.3 * Math.sin((2 * Math.PI * index) / 365)
      return random.poisson(25 * weekday * season) * 10_000
    }),
  }
}

const SEASON = [0, 5, 10, 20, 40, 60, -30]
const SEASONAL = Array.from({ length: 70 }, (_, at) => 100 + (SEASON[at % 7] ?? 0) + at)

describe('methods', () => {
  test('the seasonal naive forecast repeats the last season', () => {
    const series = sales(1, 400)
    const naive = (origin: number) =>
      outlookAt({ series, holidays, unit: 20_000, horizon: 9 }, origin).byMethod.seasonalNaive
    const lastWeek = Array.from(series.values.slice(393))
    expect(naive(400)).toEqual([...lastWeek, ...lastWeek.slice(0, 2)])
    // With less than two weeks, the season is a day.
    expect(naive(13)).toEqual(Array.from({ length: 9 }, () => series.values[12]))
  })

  test.each([
    ['ETS', ets],
    ['Theta', theta],
  ])('%s continues a season and a trend', (_, method) => {
    const expected = method(SEASONAL, 7, 7)
    for (const [step, value] of expected.entries()) {
      const due = 100 + (SEASON[step % 7] ?? 0) + 70 + step
      expect(Math.abs(value - due) / due).toBeLessThan(0.12)
    }
  })
})

describe('combination', () => {
  test('weights sum to one and are larger for methods with smaller errors', () => {
    const perfect = [10, 20, 30]
    const outlook = {
      origin: 0,
      deviations: [1, 1, 1],
      byMethod: { structure: perfect, ets: [11, 22, 33], theta: [20, 40, 60], seasonalNaive: [0, 0, 0] },
    }
    const values = Float64Array.from([10.5, 21, 31])
    const weights = weigh({ outlooks: [outlook], values })
    expect(weights.structure).toBeGreaterThan(weights.theta)
    expect(weights.structure + weights.ets + weights.theta + weights.seasonalNaive).toBeCloseTo(1, 12)
    expect(combine(outlook, { structure: 0.5, ets: 0.5, theta: 0, seasonalNaive: 0 })).toEqual([10.5, 21, 31.5])
  })

  test('the interval covers 80 to 85 % of past errors', () => {
    const misses = Array.from({ length: 100 }, (_, at) => (at - 50) / 10)
    const { low, high } = conformal(misses)
    const within = misses.filter((miss) => miss >= low && miss <= high).length
    expect(within).toBeGreaterThanOrEqual(80)
    expect(within).toBeLessThanOrEqual(85)
  })

  test('forecasts zero for closed weekdays', () => {
    const { points } = forecast({ series: sales(1, 400), holidays, unit: 20_000, horizon: 14 })
    for (const { from, expected, high } of points) {
      if (toWeekday(from) === 7) expect([expected, high]).toEqual([0, 0])
      else expect(expected).toBeGreaterThan(0)
    }
  })
})

test.each([
  [400, 16],
  [60, 2],
  [30, 0],
])('a forecast after %i days is checked on %i earlier ones', (days, checks) => {
  expect(forecast({ series: sales(1, days), holidays, unit: 20_000, horizon: 7 }).checks).toBe(checks)
})

test('seeded: daily forecasts beat the seasonal naive error by 15 %, with 75 to 85 % inside the interval', {
  timeout: 120_000,
}, () => {
  let [error, naive, within, count] = [0, 0, 0, 0]
  for (const seed of [1, 2]) {
    const series = sales(seed, 560)
    const input = { series, holidays, unit: 20_000, horizon: 7 }
    const outlooks = Array.from({ length: 36 }, (_, at) => outlookAt(input, 252 + at * 7))
    for (const [at, outlook] of outlooks.entries()) {
      if (at < 12) continue
      for (const [step, point] of forecastFrom(outlook, outlooks.slice(0, at), input).points.entries()) {
        const value = series.values[outlook.origin + step] ?? 0
        if (toWeekday(point.from) === 7) continue
        error += Math.abs(value - point.expected)
        naive += Math.abs(value - (outlook.byMethod.seasonalNaive[step] ?? 0))
        within += value >= point.low && value <= point.high ? 1 : 0
        count += 1
      }
    }
  }
  expect(error / naive).toBeLessThan(0.85)
  expect(within / count).toBeGreaterThan(0.75)
  expect(within / count).toBeLessThan(0.85)
})

test('forecasts weeks and months from whole periods', () => {
  const calendar = { weekStart: 'monday', fiscalYearStartMonth: 1 } as const
  const weeks = sumPeriods(sales(2, 760), 'week', calendar)
  const months = sumPeriods(sales(2, 760), 'month', calendar)
  const usual = 25 * 5.6 * 10_000
  for (const { expected, low, high } of forecast({ series: weeks, holidays, unit: 20_000, horizon: 4 }).points) {
    expect(expected / usual).toBeGreaterThan(0.7)
    expect(expected / usual).toBeLessThan(1.5)
    expect(low).toBeLessThan(expected)
    expect(high).toBeGreaterThan(expected)
  }
  expect(forecast({ series: months, holidays, unit: 20_000, horizon: 3 }).points.map(({ from }) => from)).toEqual([
    '2026-01-01',
    '2026-02-01',
    '2026-03-01',
  ])
})

describe('the forecast of the next weeks', () => {
  const onDay = (days: number) => {
    const today = addDays(FROM, days)
    const series = [{ metric: 'netSales', subject: ACCOUNT, days: sales(5, days) }] as const
    const context = detectionContext({ from: FROM, until: today, holidays, series }, 20_000)
    return { today, insight: forecastOfSales.detect({ series }, context)[0] }
  }

  // 2024-01-01 is a Monday.
  test.each([
    ['Monday', 392, '2025-02-03'],
    ['Thursday', 395, '2025-02-03'],
    ['Sunday', 398, '2025-02-03'],
  ])('begins with the first week that has not begun, on a %s', (_, days, from) => {
    const { today, insight } = onDay(days)
    expect(insight?.period.from).toBe(from)
    expect(insight?.figures[0]?.recipe).toMatchObject({ range: { from, until: addDays(from, 7) } })
    expect(from > today).toBe(true)
    // Three per week, and the last full week.
    expect(insight?.figures).toHaveLength(3 * 3 + 1)
  })

  test.each([
    ['13 months', 396, 'previousPeriod', /repeating the week before/],
    ['24 months', 731, 'lastYear', /repeating last year’s weeks/],
  ] as const)('after %s claims to beat only what it was compared with', (_, days, beats, claim) => {
    const { insight } = onDay(days)
    expect(insight).toMatchObject({ beats })
    expect(insight && forecastOfSales.describe(insight).unusual).toMatch(claim)
  })

  test.each([
    ['three weeks', 21],
    ['five months', 150],
  ])('is not made after %s', (_, days) => {
    expect(onDay(days).insight).toBeUndefined()
  })
})
