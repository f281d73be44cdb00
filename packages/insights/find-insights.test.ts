import { describe, expect, test, vi } from 'vitest'
import { addDays } from '#domain/ranges/local-day.ts'
import type { AccountHistory } from './account/history.ts'
import { isSameEvent } from './find-insights.ts'
import { recompute } from './insight/figure.ts'
import { findEvents } from './planted/find-events.fixture.ts'
import type { PlantedEvent } from './planted/plant-events.fixture.ts'
import { simulateWinery } from './planted/simulate-winery.fixture.ts'
import { planWinery } from './planted/winery-plan.fixture.ts'
import type { Insight } from './registry.ts'
import { findForecast, forecastBand, scoreAccount } from './scoring/scored-account.ts'

// Each test simulates a year and a half of a winery.
vi.setConfig({ testTimeout: 120_000 })

const LIFE = { from: '2024-01-01', until: '2025-07-01' }
const MONDAY = '2025-05-12'

const simulate = (events: readonly PlantedEvent[]): AccountHistory =>
  simulateWinery(planWinery(21), LIFE, { seed: 77, events })

/** Returns the events that a run on `monday` detects for the week before. */
const detectOn = (history: AccountHistory, monday: string): Insight[] => {
  const past = { ...history, until: monday }
  const cut = history.series.map((series) => ({
    ...series,
    days: { ...series.days, values: series.days.values.slice(0, daysUntil(monday)) },
  }))
  return findEvents({
    history: { ...past, series: cut },
    testRange: { from: addDays(monday, -7), until: monday },
    sensitivity: 'balanced',
  })
}

const daysUntil = (day: string): number => (Date.parse(day) - Date.parse(LIFE.from)) / 86_400_000

const lasting = (days: number) => ({ from: '2025-05-06', until: addDays('2025-05-06', days) })

test('detects nothing in a normal week', () => {
  expect(detectOn(simulate([]), MONDAY)).toEqual([])
})

test('reports a spike once, for the channel that caused it', () => {
  const found = detectOn(simulate([{ kind: 'spike', channel: 'web', factor: 6, ...lasting(4) }]), MONDAY)
  expect(found).toMatchObject([{ kind: 'anomaly', direction: 'up', subject: { kind: 'channel', value: 'web' } }])
})

describe('data problems', () => {
  test('reports missing days as one data problem, not as a drop', () => {
    const found = detectOn(simulate([{ kind: 'dataFault', fault: 'missing', ...lasting(4) }]), MONDAY)
    expect(found).toMatchObject([{ kind: 'dataProblem', problem: 'daysMissing', subject: { kind: 'account' } }])
    expect(found[0]?.figures).toContainEqual(expect.objectContaining({ id: 'days', value: 4, unit: 'days' }))
  })

  test('does not report the weeks after missing days', () => {
    const history = simulate([{ kind: 'dataFault', fault: 'missing', ...lasting(4) }])
    for (const weeks of [1, 2, 3]) expect(detectOn(history, addDays(MONDAY, weeks * 7))).toEqual([])
  })

  test('reports duplicate orders as a data problem, not a spike', () => {
    const found = detectOn(simulate([{ kind: 'dataFault', fault: 'duplicated', ...lasting(3) }]), MONDAY)
    expect(found).toMatchObject([{ kind: 'dataProblem', problem: 'duplicates' }])
  })
})

test('reports a product that stopped selling with its stock', () => {
  const history = simulate([{ kind: 'stockOut', sku: 'W01', from: '2025-04-14', until: LIFE.until }])
  const found = detectOn({ ...history, stock: [{ product: 'W01', available: 0 }] }, MONDAY)
  expect(found).toMatchObject([{ kind: 'stoppedSelling', isSoldOut: true, subject: { kind: 'product', value: 'W01' } }])
})

test('reports a price change by the average price before and after', () => {
  const history = simulate([{ kind: 'priceChange', sku: 'W02', factor: 1.2, from: '2025-04-28', until: LIFE.until }])
  const found = detectOn(history, MONDAY)
  expect(found).toMatchObject([{ kind: 'priceChange', direction: 'up', subject: { kind: 'product', value: 'W02' } }])
  const change = found[0]?.figures.find(({ id }) => id === 'change')?.value ?? 0
  expect(change).toBeGreaterThan(0.12)
  expect(change).toBeLessThan(0.28)
})

test('treats a drop of several weeks as one event', () => {
  const history = simulate([{ kind: 'drop', channel: 'pos', factor: 0.2, ...lasting(21) }])
  const [first] = detectOn(history, MONDAY)
  const [next] = detectOn(history, addDays(MONDAY, 7))
  expect(first !== undefined && next !== undefined && isSameEvent(first, next)).toBe(true)
})

test('scores computed from the whole history give the same insights as on the day', () => {
  const history = simulate([{ kind: 'spike', channel: 'pos', factor: 4, ...lasting(3) }])
  const whole = findEvents(
    { history, testRange: { from: addDays(MONDAY, -7), until: MONDAY }, sensitivity: 'balanced' },
    scoreAccount(history),
  )
  expect(whole.map(({ kind, subject }) => ({ kind, subject }))).toEqual(
    detectOn(history, MONDAY).map(({ kind, subject }) => ({ kind, subject })),
  )
})

test('forecasts are reproducible, and chart bands contain the expected value', () => {
  const history = simulate([{ kind: 'spike', channel: 'web', factor: 6, ...lasting(4) }])
  const account = scoreAccount(history)
  const testRange = { from: addDays(MONDAY, -7), until: MONDAY }
  const [insight] = findEvents({ history, testRange, sensitivity: 'balanced' }, account)
  if (insight?.kind !== 'anomaly' || insight.grain === 'month') throw new Error('The spike is an anomaly')
  const { metric, subject, grain, period, figures } = insight
  const again = findForecast(account, { metric, subject }, period)
  const valueOfFigure = (id: string): number => figures.find((figure) => figure.id === id)?.value ?? Number.NaN
  expect(valueOfFigure('actual')).toBe(again?.actual)
  expect(Math.abs(valueOfFigure('expected') - (again?.expected ?? 0))).toBeLessThanOrEqual(0.5)
  const band = forecastBand(account, { metric, subject, grain }, { from: '2025-03-31', until: MONDAY })
  expect(band.length).toBe(grain === 'day' ? 42 : 6)
  for (const { low, expected, high } of band) expect(low <= expected && expected <= high).toBe(true)
})

test('recomputing a derived figure returns its value', () => {
  const found = detectOn(simulate([{ kind: 'spike', channel: 'web', factor: 6, ...lasting(4) }]), MONDAY)
  for (const { figures } of found) {
    for (const figure of figures) expect(recompute(figure, figures) ?? figure.value).toBe(figure.value)
  }
})
