import type { Formats } from '#charts/value-format.ts'
import type { ReleasePlan, ReleaseWine } from '#contract/release-plans.ts'
import { type ExpectedLine, neededBottles } from '#domain/release-lines.ts'

/** Stock of a SKU at all locations. */
interface Stock {
  readonly title: string
  /** to sell today: available and promised to nobody */
  readonly free: number
  /** what is left of it on the release day at today’s pace */
  readonly left: number
}

export type StockBySku = ReadonlyMap<string, Stock>

/** A wine of the release, compared with its stock. */
export interface WineNeed extends ReleaseWine {
  readonly title: string
  /** null: nothing is expected */
  readonly needed: ExpectedLine | null
  /** null: no service reports its stock */
  readonly stock: Stock | null
  /** how it stands on the release day: `short` if as many are charged as expected, `tight` if many are */
  readonly state: 'enough' | 'tight' | 'short' | 'unknown'
}

const stateOf = ({ needed, stock }: Pick<WineNeed, 'needed' | 'stock'>): WineNeed['state'] => {
  if (needed === null || stock === null) return 'unknown'
  if (stock.left < needed.expected) return 'short'
  return stock.left < needed.high ? 'tight' : 'enough'
}

/** Members expected to be charged; null: nothing is expected. */
export const expectedMembers = ({ lines }: Pick<ReleasePlan, 'lines'>): ExpectedLine | null =>
  lines.find(({ line }) => line === 'processed')?.expected ?? null

interface Release {
  readonly charged: ExpectedLine | null
  readonly wines: readonly ReleaseWine[]
}

/** @param pace units that sell in a week outside the club */
export const leftAfter = (days: number, free: number, pace: number): number =>
  Math.min(free, Math.max(0, Math.floor(free - (pace * days) / 7)))

export const wineNeeds = ({ charged, wines }: Release, stocks: StockBySku): WineNeed[] =>
  wines.map((wine) => {
    const stock = stocks.get(wine.sku) ?? null
    const needed = charged && neededBottles(charged, wine.bottles)
    return { ...wine, title: stock?.title ?? wine.sku, needed, stock, state: stateOf({ needed, stock }) }
  })

/** Four other wines that stock has enough of besides what they need themselves: those with a similar name first, then those with most. */
export const substitutesOf = ({ title, needed }: WineNeed, needs: readonly WineNeed[], stock: StockBySku) => {
  const likeness = (other: string): number => title.split(' ').filter((word) => other.split(' ').includes(word)).length
  return [...stock]
    .map(([sku, one]) => {
      const own = needs.find((need) => need.sku === sku)
      return { sku, title: one.title, spare: one.left - (own?.needed?.high ?? 0), bottles: own?.bottles ?? 0 }
    })
    .filter(({ spare }) => spare >= (needed?.high ?? 0))
    .toSorted((a, b) => likeness(b.title) - likeness(a.title) || b.spare - a.spare)
    .slice(0, 4)
}

export const rangeText = (expected: ExpectedLine | null, format: string, { figure }: Formats): string => {
  if (expected === null || expected.low === expected.high) return figure(expected?.low, format)
  return `${figure(expected.low, format)} to ${figure(expected.high, format)}`
}

/** Bottles that are missing if as many are charged as expected; 0 where stock covers them. */
export const shortfallOf = ({ needed, stock }: Pick<WineNeed, 'needed' | 'stock'>): number =>
  Math.max(0, (needed?.expected ?? 0) - (stock?.left ?? 0))

/** Of the field with the bottles of a wine. */
export const fieldId = (sku: string): string => `bottles-${sku}`

/** What to do before a release runs, most urgent first. */
export interface ReleaseTask {
  readonly id: string
  readonly text: string
  readonly isUrgent: boolean
  /** of a page that helps, or `#` with the id of a field */
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

/** One task for all wines in a state, which leads to the first of them. */
const wineTasks = (needs: readonly WineNeed[], state: WineNeed['state'], { value }: Formats): ReleaseTask[] => {
  const wines = needs.filter((need) => need.state === state)
  const [first] = wines
  if (first === undefined) return []
  const subject = wines.length === 1 ? first.title : `${wines.length} wines`
  const missing = wines.map(shortfallOf).reduce((sum, bottles) => sum + bottles, 0)
  const short = `${subject} short: ${value(missing, 'integer')} more bottles needed`
  const text = state === 'short' ? short : `${subject} may run short if many are charged`
  return [{ id: state, text, isUrgent: state === 'short', address: `#${fieldId(first.sku)}` }]
}

export const releaseTasks = (plan: ReleasePlan, needs: readonly WineNeed[], formats: Formats): ReleaseTask[] => [
  ...wineTasks(needs, 'short', formats),
  ...wineTasks(needs, 'tight', formats),
  ...peopleTasks(plan),
]
