import { describe, expect, test } from 'vitest'
import { createRandom } from '#connectors/sample/random.ts'
import { addDays, diffDays, parseLocalDay, toWeekday } from '#domain/ranges/local-day.ts'
import { countryHolidays } from '../calendar/holidays.ts'
import { scoreSeries } from '../scoring/score-series.ts'
import type { Series } from '../series/series.ts'
import { fitSeries } from './fit-series.ts'

const holidays = countryHolidays('US')
const FROM = '2023-01-01'
const WEEK = [0.4, 0.5, 0.6, 0.8, 1.2, 2.1, 1.4]

/** Orders per day with weekly and yearly seasonality, a busy Labor Day weekend and growth; `at` scales a day. */
const orders = (seed: number, days: number, at: (index: number) => number = () => 1): Series => {
  const random = createRandom(seed)
  return {
    grain: 'day',
    from: FROM,
    values: Float64Array.from({ length: days }, (_, index) => {
      const day = addDays(FROM, index)
      const year = 1 + 0.3 * Math.sin((2 * Math.PI * (parseLocalDay(day).month - 4)) / 12)
      const holiday = holidays.on(day).includes('laborWeekend') ? 1.8 : 1
      const demand = 30 * (WEEK[toWeekday(day) - 1] ?? 1) * year * holiday * 1.1 ** (index / 365) * at(index)
      return random.poisson(demand)
    }),
  }
}

const fitWithHolidays = (series: Series) => fitSeries({ series, holidays, unit: 1 })

test('predictions depend only on earlier days', () => {
  const series = orders(1, 500)
  const changed = { ...series, values: series.values.map((value, at) => (at >= 400 ? value * 9 : value)) }
  for (const index of [200, 399, 400]) {
    expect(fitWithHolidays(changed).predictionAt(index, 1)).toEqual(fitWithHolidays(series).predictionAt(index, 1))
  }
})

test('a score does not change when days are added', () => {
  const series = orders(2, 500)
  const score = (days: number) =>
    scoreSeries({ series: { ...series, values: series.values.subarray(0, days) }, holidays, unit: 1 }).at(450, 1)
  expect(score(451)).toEqual(score(500))
  expect(score(451)).not.toBeNull()
})

describe('after three years', () => {
  const series = orders(3, 1095)
  const predicted = (day: string): number => {
    const { mean = Number.NaN } = fitWithHolidays(series).predictionAt(diffDays(FROM, day), 1) ?? {}
    return mean
  }

  test('predicts by the weekday', () => {
    const [monday, saturday] = [predicted('2025-11-03'), predicted('2025-11-08')]
    expect(saturday / monday).toBeGreaterThan(4.5)
    expect(saturday / monday).toBeLessThan(6)
  })

  test('predicts by the season', () => {
    // Both are Tuesdays.
    expect(predicted('2025-07-15') / predicted('2025-01-14')).toBeGreaterThan(1.5)
  })

  test('predicts a holiday from earlier years', () => {
    expect(predicted('2025-08-31') / predicted('2025-08-24')).toBeGreaterThan(1.35)
  })
})

test('a holiday without history has a wider prediction than an ordinary day', () => {
  const series = orders(4, 300)
  const labor = (Date.parse('2023-09-02') - Date.parse(FROM)) / 86_400_000
  const spreadAt = (index: number) => fitWithHolidays(series).predictionAt(index, 1)?.spread ?? 0
  expect(spreadAt(labor)).toBeGreaterThan(3 * spreadAt(labor - 7))
})

test('missing data for two weeks does not lower later predictions', () => {
  const series = orders(5, 500, (index) => (index >= 400 && index < 410 ? 0 : 1))
  const whole = fitWithHolidays(orders(5, 500)).predictionAt(414, 1)?.mean ?? 0
  expect((fitWithHolidays(series).predictionAt(414, 1)?.mean ?? 0) / whole).toBeGreaterThan(0.85)
})

test('a one-day outlier of twenty times the usual value hardly changes the next prediction', () => {
  const series = orders(6, 500, (index) => (index === 400 ? 20 : 1))
  const usual = fitWithHolidays(orders(6, 500)).predictionAt(401, 1)?.mean ?? 1
  expect((fitWithHolidays(series).predictionAt(401, 1)?.mean ?? 0) / usual).toBeLessThan(1.1)
})

test('p-values of ordinary days are calibrated: at most 0.2 % below 0.001, and 3 to 13 % below 0.1', () => {
  let [days, off, far] = [0, 0, 0]
  for (const seed of [11, 12, 13, 14]) {
    const scored = scoreSeries({ series: orders(seed, 730), holidays, unit: 1 })
    for (let index = 120; index < 730; index += 1) {
      const score = scored.at(index, 1)
      if (score === null) continue
      days += 1
      off += score.probability < 0.1 ? 1 : 0
      far += score.probability < 1e-3 ? 1 : 0
    }
  }
  expect(off / days).toBeGreaterThan(0.03)
  expect(off / days).toBeLessThan(0.13)
  expect(far / days).toBeLessThanOrEqual(0.002)
})
