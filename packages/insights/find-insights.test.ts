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
import { forecastBand, forecastOf, scoreAccount } from './scoring/scored-account.ts'

// Each test reads a winery's year and a half anew.
vi.setConfig({ testTimeout: 120_000 })

const LIFE = { from: '2024-01-01', until: '2025-07-01' }
const MONDAY = '2025-05-12'

const live = (events: readonly PlantedEvent[]): AccountHistory =>
  simulateWinery(planWinery(21), LIFE, { seed: 77, events })

/** What the Monday after tells, of the week before it. */
const toldOn = (history: AccountHistory, monday: string): Insight[] => {
  const past = { ...history, until: monday }
  const cut = history.series.map((series) => ({
    ...series,
    days: { ...series.days, values: series.days.values.slice(0, daysUntil(monday)) },
  }))
  return findEvents({
    history: { ...past, series: cut },
    judged: { from: addDays(monday, -7), until: monday },
    sensitivity: 'balanced',
  })
}

const daysUntil = (day: string): number => (Date.parse(day) - Date.parse(LIFE.from)) / 86_400_000

const lasting = (days: number) => ({ from: '2025-05-06', until: addDays('2025-05-06', days) })

test('a week like others tells nothing', () => {
  expect(toldOn(live([]), MONDAY)).toEqual([])
})

test('a spike is one insight, of the channel it came from, whatever it moved', () => {
  const told = toldOn(live([{ kind: 'spike', channel: 'web', factor: 6, ...lasting(4) }]), MONDAY)
  expect(told).toMatchObject([{ kind: 'anomaly', direction: 'up', subject: { kind: 'channel', value: 'web' } }])
})

describe('faults of the data', () => {
  test('days without anything are one data problem, and no fall in sales', () => {
    const told = toldOn(live([{ kind: 'dataFault', fault: 'missing', ...lasting(4) }]), MONDAY)
    expect(told).toMatchObject([{ kind: 'dataProblem', problem: 'daysMissing', subject: { kind: 'account' } }])
    expect(told[0]?.figures).toContainEqual(expect.objectContaining({ id: 'days', value: 4, unit: 'days' }))
  })

  test('the weeks after are not judged by the days that are missing', () => {
    const history = live([{ kind: 'dataFault', fault: 'missing', ...lasting(4) }])
    for (const weeks of [1, 2, 3]) expect(toldOn(history, addDays(MONDAY, weeks * 7))).toEqual([])
  })

  test('the same orders twice are no spike', () => {
    const told = toldOn(live([{ kind: 'dataFault', fault: 'duplicated', ...lasting(3) }]), MONDAY)
    expect(told).toMatchObject([{ kind: 'dataProblem', problem: 'duplicates' }])
  })
})

test('a product that sells no more is told by its stock', () => {
  const history = live([{ kind: 'stockOut', sku: 'W01', from: '2025-04-14', until: LIFE.until }])
  const told = toldOn({ ...history, stock: [{ product: 'W01', available: 0 }] }, MONDAY)
  expect(told).toMatchObject([{ kind: 'stoppedSelling', isSoldOut: true, subject: { kind: 'product', value: 'W01' } }])
})

test('a price is told by what was paid for a bottle before and after', () => {
  const history = live([{ kind: 'priceChange', sku: 'W02', factor: 1.2, from: '2025-04-28', until: LIFE.until }])
  const told = toldOn(history, MONDAY)
  expect(told).toMatchObject([{ kind: 'priceChange', direction: 'up', subject: { kind: 'product', value: 'W02' } }])
  const change = told[0]?.figures.find(({ id }) => id === 'change')?.value ?? 0
  expect(change).toBeGreaterThan(0.12)
  expect(change).toBeLessThan(0.28)
})

test('what goes on for weeks is the same event', () => {
  const history = live([{ kind: 'drop', channel: 'pos', factor: 0.2, ...lasting(21) }])
  const [first] = toldOn(history, MONDAY)
  const [next] = toldOn(history, addDays(MONDAY, 7))
  expect(first !== undefined && next !== undefined && isSameEvent(first, next)).toBe(true)
})

test('a range judged with scores of the whole history tells what it told on its day', () => {
  const history = live([{ kind: 'spike', channel: 'pos', factor: 4, ...lasting(3) }])
  const whole = findEvents(
    { history, judged: { from: addDays(MONDAY, -7), until: MONDAY }, sensitivity: 'balanced' },
    scoreAccount(history),
  )
  expect(whole.map(({ kind, subject }) => ({ kind, subject }))).toEqual(
    toldOn(history, MONDAY).map(({ kind, subject }) => ({ kind, subject })),
  )
})

test('what was foretold is foretold again, and a chart has a band around it', () => {
  const history = live([{ kind: 'spike', channel: 'web', factor: 6, ...lasting(4) }])
  const account = scoreAccount(history)
  const judged = { from: addDays(MONDAY, -7), until: MONDAY }
  const [insight] = findEvents({ history, judged, sensitivity: 'balanced' }, account)
  if (insight?.kind !== 'anomaly' || insight.grain === 'month') throw new Error('The spike is an anomaly')
  const { metric, subject, grain, period, figures } = insight
  const again = forecastOf(account, { metric, subject }, period)
  const toldAs = (id: string): number => figures.find((figure) => figure.id === id)?.value ?? Number.NaN
  expect(toldAs('actual')).toBe(again?.actual)
  expect(Math.abs(toldAs('expected') - (again?.expected ?? 0))).toBeLessThanOrEqual(0.5)
  const band = forecastBand(account, { metric, subject, grain }, { from: '2025-03-31', until: MONDAY })
  expect(band.length).toBe(grain === 'day' ? 42 : 6)
  for (const { low, expected, high } of band) expect(low <= expected && expected <= high).toBe(true)
})

test('every computed figure follows from the others', () => {
  const told = toldOn(live([{ kind: 'spike', channel: 'web', factor: 6, ...lasting(4) }]), MONDAY)
  for (const { figures } of told) {
    for (const figure of figures) expect(recompute(figure, figures) ?? figure.value).toBe(figure.value)
  }
})
