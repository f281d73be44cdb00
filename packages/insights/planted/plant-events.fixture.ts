import { createRandom, type Random } from '#connectors/sample/random.ts'
import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import type { DayRange } from '../series/series.ts'
import type { WineryPlan } from './winery-plan.fixture.ts'

export const PLANTED_KINDS = ['spike', 'drop', 'priceChange', 'clubExodus', 'stockOut', 'dataFault'] as const
export type PlantedKind = (typeof PLANTED_KINDS)[number]

/** An event in a simulated winery, unknown to the detectors. */
export type PlantedEvent = DayRange &
  (
    | { readonly kind: 'spike' | 'drop'; readonly channel: string; readonly factor: number }
    | { readonly kind: 'priceChange'; readonly sku: string; readonly factor: number }
    | { readonly kind: 'clubExodus'; readonly club: string; readonly factor: number }
    | { readonly kind: 'stockOut'; readonly sku: string }
    | { readonly kind: 'dataFault'; readonly fault: 'missing' | 'duplicated' }
    | { readonly kind: 'dataFault'; readonly fault: 'quiet'; readonly channel: string }
  )

/** Days between events, and number of events in the tested year. */
const SLOT_DAYS = 82
const EVENTS = 4

const within = (random: Random, low: number, high: number): number => low + random.next() * (high - low)

const pick = <T>(random: Random, items: readonly T[], fallback: T): T => items[random.below(items.length)] ?? fallback

const lasting = (from: LocalDay, days: number) => ({ from, until: addDays(from, days) })

const plant = (random: Random, plan: WineryPlan, kind: PlantedKind, from: LocalDay, end: LocalDay): PlantedEvent => {
  const channel = pick(random, ['pos', 'web'], 'pos')
  const sku = pick(random, plan.products.slice(0, 10), { sku: 'W01', price: 0, share: 0 }).sku
  switch (kind) {
    case 'spike':
      return { kind, channel, factor: within(random, 2, 4), ...lasting(from, random.between(1, 5)) }
    case 'drop':
      return { kind, channel, factor: within(random, 0.2, 0.6), ...lasting(from, random.between(7, 28)) }
    case 'priceChange':
      return {
        kind,
        sku,
        factor: random.chance(0.5) ? within(random, 1.08, 1.25) : within(random, 0.78, 0.92),
        from,
        until: end,
      }
    case 'clubExodus': {
      const { club } = pick(random, plan.clubs, { club: 'Estate Club', members: 0, attrition: 0 })
      return { kind, club, factor: within(random, 4, 9), ...lasting(from, random.between(14, 28)) }
    }
    case 'stockOut':
      return { kind, sku, ...lasting(from, random.between(21, 56)) }
    case 'dataFault': {
      const fault = pick(random, ['missing', 'duplicated', 'quiet'] as const, 'missing')
      if (fault === 'quiet') return { kind, fault, channel, ...lasting(from, random.between(4, 12)) }
      return { kind, fault, ...lasting(from, random.between(2, 5)) }
    }
  }
}

/** Four events of different kinds at long intervals, all after `from`. */
export const plantEvents = (plan: WineryPlan, seed: number, from: LocalDay, end: LocalDay): PlantedEvent[] => {
  const random = createRandom(seed)
  const first = random.below(PLANTED_KINDS.length)
  const step = pick(random, [1, 5], 1)
  return Array.from({ length: EVENTS }, (_, slot) => {
    const kind = PLANTED_KINDS[(first + slot * step) % PLANTED_KINDS.length] ?? 'spike'
    return plant(random, plan, kind, addDays(from, 14 + slot * SLOT_DAYS + random.below(14)), end)
  })
}
