import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import type { ReleasePlan } from '#contract/release-plans.ts'
import { releaseTasks, type StockBySku, wineNeeds } from './release-tasks.ts'

const PLAN: ReleasePlan = {
  club: 'Reserve',
  day: '2026-08-01',
  isDayPlanned: false,
  members: 100,
  onHold: 3,
  previous: { releaseId: 'r 4', day: '2026-05-01', members: 98, signups: 6, cancellations: 4 },
  lines: [
    { line: 'processed', expected: { expected: 80, low: 70, high: 90 }, previous: 78, record: { within: 3, of: 4 } },
    { line: 'declined', expected: null, previous: 1, record: { within: 0, of: 0 } },
  ],
  deliveries: [],
  wines: [],
  savedDateUtc: null,
  previousWines: [],
  past: [],
}
const STOCK: StockBySku = new Map(
  Object.entries({ SHORT: 130, TIGHT: 150, ENOUGH: 180 }).map(([sku, available]) => [
    sku,
    { title: `Wine ${sku}`, onHand: 200, available },
  ]),
)
const formats = createFormats({ culture: 'en-US', currency: 'USD' })
const WINES = ['ENOUGH', 'TIGHT', 'SHORT', 'GONE'].map((sku) => ({ sku, bottles: 2 }))

test('each wine needs what the members expected to be charged get, compared with what is available', () => {
  expect(wineNeeds(PLAN, WINES, STOCK).map(({ title, needed, state }) => [title, needed?.high, state])).toEqual([
    ['Wine ENOUGH', 180, 'enough'],
    ['Wine TIGHT', 180, 'tight'],
    ['Wine SHORT', 180, 'short'],
    ['GONE', 180, 'unknown'],
  ])
  expect(wineNeeds(PLAN, [{ sku: 'TIGHT', bottles: 0.33 }], STOCK)[0]?.needed).toEqual({
    expected: 27,
    low: 24,
    high: 30,
  })
})

test('lists short wines first, then tight ones, then cards and holds, each with its page', () => {
  const tasks = releaseTasks(PLAN, wineNeeds(PLAN, WINES, STOCK), formats)
  expect(tasks.map(({ text, isUrgent, address }) => [text, isUrgent, address])).toEqual([
    ['Wine SHORT: 140 to 180 bottles needed, 130 available', true, '/products/SHORT?by=sku'],
    ['Wine TIGHT: 140 to 180 bottles needed, 150 available', false, '/products/TIGHT?by=sku'],
    ['1 card was declined at the last release: ask for a new card', false, '/releases/r%204'],
    ['3 members are on hold: ask whether to send this one', false, '/reports/clubs/hold-list'],
  ])
})

test('many short wines are one task with what is missing', () => {
  const wines = ['A', 'B', 'C', 'D'].map((sku) => ({ sku, bottles: 2 }))
  const stock = new Map(wines.map(({ sku }, place) => [sku, { title: sku, onHand: 200, available: 100 + place }]))
  const [first, second] = releaseTasks(PLAN, wineNeeds(PLAN, wines, stock), formats)
  expect(first?.text).toBe('4 wines are short: 234 more bottles needed')
  expect(second?.id).toBe('declined')
})

test('nothing is to be done where stock covers every wine and nobody holds or was declined', () => {
  const calm = { ...PLAN, onHold: 0, lines: PLAN.lines.slice(0, 1) }
  expect(releaseTasks(calm, wineNeeds(calm, WINES.slice(0, 1), STOCK), formats)).toEqual([])
})
