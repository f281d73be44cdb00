import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import type { ReleasePlan, ReleaseWine } from '#contract/release-plans.ts'
import { expectedMembers, leftAfter, releaseTasks, type StockBySku, substitutesOf, wineNeeds } from './release-tasks.ts'

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
  Object.entries({ SHORT: 130, TIGHT: 170, ENOUGH: 180 }).map(([sku, free]) => [
    sku,
    { title: `Wine ${sku}`, free, left: free },
  ]),
)
const CHARGED = expectedMembers(PLAN)
const formats = createFormats({ culture: 'en-US', currency: 'USD' })
const needsOf = (wines: readonly ReleaseWine[], stock = STOCK) => wineNeeds({ charged: CHARGED, wines }, stock)
const WINES = ['ENOUGH', 'TIGHT', 'SHORT', 'GONE'].map((sku) => ({ sku, bottles: 2 }))

test('each wine needs what the members expected to be charged get, compared with what is free to sell', () => {
  expect(needsOf(WINES).map(({ title, needed, state }) => [title, needed?.high, state])).toEqual([
    ['Wine ENOUGH', 180, 'enough'],
    ['Wine TIGHT', 180, 'tight'],
    ['Wine SHORT', 180, 'short'],
    ['GONE', 180, 'unknown'],
  ])
  expect(needsOf([{ sku: 'TIGHT', bottles: 0.33 }])[0]?.needed).toEqual({
    expected: 27,
    low: 24,
    high: 30,
  })
})

test('stock that sells until the release day may run short of what is free today', () => {
  const wines = [{ sku: 'A', bottles: 2 }]
  const onDay = (free: number, pace: number, days: number) => {
    const left = leftAfter(days, free, pace)
    const [need] = needsOf(wines, new Map([['A', { title: 'A', free, left }]]))
    return [left, need?.state]
  }
  expect(onDay(200, 5, 28)).toEqual([180, 'enough'])
  expect(onDay(200, 5, 29)).toEqual([179, 'tight'])
  expect(onDay(200, 10, 29)).toEqual([158, 'short'])
  expect(onDay(200, 50, 365)).toEqual([0, 'short'])
  expect(onDay(-10, 5, 28)).toEqual([-10, 'short'])
  expect(onDay(200, 5, 0)).toEqual([200, 'enough'])
})

test('a total that is divided among the members is the same total again', () => {
  const totals = Array.from({ length: 200 }, (_, index) => index + 1)
  const needs = totals.map((total) => needsOf([{ sku: 'TIGHT', bottles: total / 80 }])[0])
  expect(needs.map((need) => need?.needed?.expected)).toEqual(totals)
})

test('lists short wines first, then tight ones, then cards and holds, each with its page or row', () => {
  const tasks = releaseTasks(PLAN, needsOf(WINES), formats)
  expect(tasks.map(({ text, isUrgent, address }) => [text, isUrgent, address])).toEqual([
    ['Wine SHORT short: 30 more bottles needed', true, '#bottles-SHORT'],
    ['Wine TIGHT may run short if many are charged', false, '#bottles-TIGHT'],
    ['1 card was declined at the last release: ask for a new card', false, '/releases/r%204'],
    ['3 members are on hold: ask whether to send this one', false, '/reports/clubs/hold-list'],
  ])
})

test('many short wines are one task with what is missing, which leads to the first of them', () => {
  const wines = ['A', 'B', 'C', 'D'].map((sku) => ({ sku, bottles: 2 }))
  const stock = new Map(wines.map(({ sku }, index) => [sku, { title: sku, free: 100, left: 100 + index }]))
  const [first, second] = releaseTasks(PLAN, needsOf(wines, stock), formats)
  expect([first?.text, first?.address]).toEqual(['4 wines short: 234 more bottles needed', '#bottles-A'])
  expect(second?.id).toBe('declined')
})

test('offers wines that have enough to spare, those with a similar name first', () => {
  const stock = new Map(
    Object.entries({ 'Pinot Noir 2024': 20, 'Merlot 2023': 400, 'Pinot Noir 2023': 200, Port: 500, Syrah: 179 }).map(
      ([title, free]) => [title, { title, free: 999, left: free }],
    ),
  )
  const chosen = ['Pinot Noir 2024', 'Port'].map((sku) => ({ sku, bottles: 2 }))
  const needs = needsOf(chosen, stock)
  const [short] = needs
  const offered = short === undefined ? [] : substitutesOf(short, needs, stock)
  expect(offered.map(({ sku, spare, bottles }) => [sku, spare, bottles])).toEqual([
    ['Pinot Noir 2023', 200, 0],
    ['Merlot 2023', 400, 0],
    ['Port', 320, 2],
  ])
})

test('nothing is to be done where stock covers every wine and nobody holds or was declined', () => {
  const calm = { ...PLAN, onHold: 0, lines: PLAN.lines.slice(0, 1) }
  expect(releaseTasks(calm, needsOf(WINES.slice(0, 1)), formats)).toEqual([])
})
