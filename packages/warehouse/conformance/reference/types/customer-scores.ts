import { plusMonths } from '../days.ts'
import type { Context } from '../report-type.ts'
import { exactSum } from '../value.ts'
import type { Placed } from '../winery.ts'

interface Scores {
  readonly recency: number
  readonly frequency: number
  readonly monetary: number
}

interface Buyer {
  readonly person: string
  readonly recency: string
  readonly frequency: number
  readonly monetary: number
}

const buyersOf = ({ books, settings }: Context): Buyer[] => {
  const since = plusMonths(settings.today, -24)
  const recent = books.orders.filter(({ ordered }) => ordered.day > since && ordered.day <= settings.today)
  const people = Map.groupBy(recent, ({ person }) => person && JSON.stringify([person.service, person.id]))
  return [...people].flatMap(([person, orders]) => {
    const counted = orders.filter(({ isCounted }) => isCounted)
    if (person === null || counted.length === 0) return []
    const own = orders.filter(({ isPaid, given }) => isPaid && given.currency === settings.currency)
    return [
      {
        person,
        recency:
          counted
            .map(({ ordered }) => ordered.day)
            .toSorted()
            .at(-1) ?? '',
        frequency: counted.length,
        monetary: exactSum(own.map(({ net }) => net)),
      },
    ]
  })
}

/** One more than the whole fifths of the buyers that are behind this one. */
const fifth = (buyers: readonly Buyer[], isBehind: (other: Buyer) => boolean): number =>
  1 + Math.floor((buyers.filter(isBehind).length * 5) / buyers.length)

const known = new WeakMap<Context['books'], { readonly key: string; readonly buyers: Buyer[] }>()

const buyersIn = (context: Context): Buyer[] => {
  const key = JSON.stringify(context.settings)
  const found = known.get(context.books)
  if (found?.key === key) return found.buyers
  const buyers = buyersOf(context)
  known.set(context.books, { key, buyers })
  return buyers
}

/** Null for a customer without a counted order in the last 24 months. */
export const scoresOf = ({ service, source_id }: Placed<'customers'>, context: Context): Scores | null => {
  const buyers = buyersIn(context)
  const own = buyers.find(({ person }) => person === JSON.stringify([service, source_id]))
  return own === undefined
    ? null
    : {
        recency: fifth(buyers, (other) => other.recency < own.recency),
        frequency: fifth(buyers, (other) => other.frequency < own.frequency),
        monetary: fifth(buyers, (other) => other.monetary < own.monetary),
      }
}

export const RFM_SEGMENTS = [
  'best',
  'potential_best',
  'best_at_risk',
  'loyal',
  'potential_loyal',
  'loyal_at_risk',
  'regular',
  'newer',
  'dormant',
  'lost',
]

export const rfmSegment = ({ recency, frequency, monetary }: Scores): string => {
  if (recency === 1) return 'lost'
  if (recency === 2) return 'dormant'
  if (frequency < 3 && monetary > 3) return 'potential_best'
  if (recency === 3) {
    if (frequency >= 3 && monetary === 5) return 'best_at_risk'
    return frequency >= 2 && monetary >= 3 && monetary <= 4 ? 'loyal_at_risk' : 'dormant'
  }
  if (frequency >= 3 && monetary === 5) return 'best'
  if (frequency >= 4 && monetary >= 3) return 'loyal'
  if (frequency >= 2 && monetary >= 3) return 'potential_loyal'
  return frequency >= 3 ? 'regular' : 'newer'
}
