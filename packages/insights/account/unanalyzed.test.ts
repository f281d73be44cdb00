import { expect, test } from 'vitest'
import { addDays, diffDays } from '#domain/ranges/local-day.ts'
import { findInsights } from '../find-insights.ts'
import type { AnalysisInput } from '../insight/inputs.ts'
import { simulateWinery } from '../planted/simulate-winery.fixture.ts'
import { planWinery } from '../planted/winery-plan.fixture.ts'
import { findUnanalyzed } from './unanalyzed.ts'

const TODAY = '2026-01-05'
const ago = (days: number): string => addDays(TODAY, -days)

test.each([
  ['no orders', null, ['everything']],
  ['three weeks', { first: ago(21), last: ago(1) }, ['everything']],
  ['five months', { first: ago(150), last: ago(1) }, ['forecast', 'lastYear']],
  ['13 months', { first: ago(396), last: ago(1) }, []],
  ['orders that ended two years ago', { first: ago(1_500), last: ago(730) }, ['future']],
] as const)('what %s are not enough to analyze', (_, orders, unanalyzed) => {
  expect(findUnanalyzed(orders, TODAY)).toEqual(unanalyzed)
})

const ENDED = { from: '2024-01-01', until: '2025-07-01' }

/** A winery whose orders ended on a day, analyzed `days` days later. */
const analyzedAfter = (days: number): AnalysisInput => {
  const ended = simulateWinery(planWinery(3), ENDED, { seed: 4, events: [] })
  const until = addDays(ENDED.until, days)
  const series = ended.series.map((one) => {
    const values = new Float64Array(diffDays(ENDED.from, until))
    values.set(one.days.values)
    return { ...one, days: { ...one.days, values } }
  })
  const orders = Array.from({ length: 8 }, (_, at) => ({ day: addDays(ENDED.until, -5 - at * 20), amount: 50_000 }))
  return {
    range: { from: ENDED.from, until },
    calendar: { ...ended.calendar, today: until },
    country: 'US',
    sensitivity: 'balanced',
    testRange: { from: addDays(until, -28), until },
    series,
    signups: [],
    duplicates: [],
    stock: null,
    members: [],
    customers: [{ customerId: 'best', orders }],
    clubYear: { ...ENDED, sales: 0, members: 0 },
    releases: [],
    finishedReleases: [],
    discounts: [],
    teamWeek: null,
    conversions: [],
    changes: [],
    goals: [{ metric: 'netSales', from: addDays(until, -10), until: addDays(until, 20), amount: 1e6 }],
  }
}

test('of orders that ended months ago, nothing is said about what comes next or who is overdue', {
  timeout: 60_000,
}, () => {
  const kindsAfter = (days: number) => new Set(findInsights(analyzedAfter(days)).map(({ insight }) => insight.kind))
  expect([...kindsAfter(120)].filter((kind) => kind !== 'dataProblem')).toEqual([])
  expect(kindsAfter(0)).toContain('goalPace')
})
