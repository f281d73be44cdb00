import type { Formats } from '#charts/value-format.ts'
import type { ReleasePlan, ReleaseWine } from '#contract/release-plans.ts'
import { type ExpectedLine, neededBottles } from '#domain/release-lines.ts'

/** Stock of a SKU at all locations. */
interface Stock {
  readonly title: string
  readonly onHand: number
  readonly available: number
}

export type StockBySku = ReadonlyMap<string, Stock>

/** A wine of the release, compared with its stock. */
export interface WineNeed extends ReleaseWine {
  readonly title: string
  /** null: nothing is expected */
  readonly needed: ExpectedLine | null
  /** null: no service reports its stock */
  readonly stock: Stock | null
  /** how it stands: `short` even if few are charged, `tight` if many are */
  readonly state: 'enough' | 'tight' | 'short' | 'unknown'
}

const stateOf = (needed: ExpectedLine | null, stock: Stock | undefined): WineNeed['state'] => {
  if (needed === null || stock === undefined) return 'unknown'
  if (stock.available < needed.low) return 'short'
  return stock.available < needed.high ? 'tight' : 'enough'
}

export const wineNeeds = (plan: ReleasePlan, wines: readonly ReleaseWine[], stock: StockBySku): WineNeed[] => {
  const charged = plan.lines.find(({ line }) => line === 'processed')?.expected ?? null
  return wines.map((wine) => {
    const needed = charged && neededBottles(charged, wine.bottles)
    const held = stock.get(wine.sku)
    return { ...wine, title: held?.title ?? wine.sku, needed, stock: held ?? null, state: stateOf(needed, held) }
  })
}

export const rangeText = (expected: ExpectedLine | null, format: string, { figure }: Formats): string => {
  if (expected === null || expected.low === expected.high) return figure(expected?.low, format)
  return `${figure(expected.low, format)} to ${figure(expected.high, format)}`
}

/** Bottles that are missing if as many are charged as expected; 0 where stock covers them. */
export const shortfallOf = ({ needed, stock }: Pick<WineNeed, 'needed' | 'stock'>): number =>
  Math.max(0, (needed?.expected ?? 0) - (stock?.available ?? 0))

/** Wines that are tasks of their own; more of them are one. */
const MOST_LISTED = 3

/** What to do before a release runs, most urgent first. */
export interface ReleaseTask {
  readonly id: string
  readonly text: string
  readonly isUrgent: boolean
  /** of a page that helps */
  readonly address: string
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

const peopleTasks = ({ previous, onHold, lines }: ReleasePlan): ReleaseTask[] => {
  const tasks: ReleaseTask[] = []
  const declined = lines.find(({ line }) => line === 'declined')?.previous ?? 0
  if (declined > 0 && previous !== null)
    tasks.push({
      id: 'declined',
      text: `${counted(declined, 'card was', 'cards were')} declined at the last release: ask for a new card`,
      isUrgent: false,
      address: `/releases/${encodeURIComponent(previous.releaseId)}`,
    })
  if (onHold > 0)
    tasks.push({
      id: 'onHold',
      text: `${counted(onHold, 'member is', 'members are')} on hold: ask whether to send this one`,
      isUrgent: false,
      address: '/reports/clubs/hold-list',
    })
  return tasks
}

export const releaseTasks = (plan: ReleasePlan, needs: readonly WineNeed[], formats: Formats): ReleaseTask[] => {
  const wines = needs.flatMap(({ sku, title, needed, stock, state }): ReleaseTask[] => {
    if (needed === null || stock === null || state === 'enough') return []
    const available = formats.value(stock.available, 'integer')
    const text = `${title}: ${rangeText(needed, 'integer', formats)} bottles needed, ${available} available`
    return [
      { id: `wine ${sku}`, text, isUrgent: state === 'short', address: `/products/${encodeURIComponent(sku)}?by=sku` },
    ]
  })
  const short = needs.filter(({ state }) => state === 'short')
  const missing = formats.value(
    short.map(shortfallOf).reduce((sum, bottles) => sum + bottles, 0),
    'integer',
  )
  const many = { id: 'short', text: `${short.length} wines are short: ${missing} more bottles needed`, isUrgent: true }
  return [
    ...(short.length > MOST_LISTED
      ? [{ ...many, address: '/reports/products/vintage-ledger' }]
      : [...wines.filter(({ isUrgent }) => isUrgent), ...wines.filter(({ isUrgent }) => !isUrgent)]),
    ...peopleTasks(plan),
  ]
}
