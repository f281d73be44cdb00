import type { DayRange } from '../series/series.ts'

export const PLANTED_KINDS = ['spike', 'drop', 'priceChange', 'clubExodus', 'stockOut', 'dataFault'] as const
export type PlantedKind = (typeof PLANTED_KINDS)[number]

/** Something that happens to a made-up winery; nothing of it is told to the detectors. */
export type PlantedEvent = DayRange &
  (
    | { readonly kind: 'spike' | 'drop'; readonly channel: string; readonly factor: number }
    | { readonly kind: 'priceChange'; readonly sku: string; readonly factor: number }
    | { readonly kind: 'clubExodus'; readonly club: string; readonly factor: number }
    | { readonly kind: 'stockOut'; readonly sku: string }
    | { readonly kind: 'dataFault'; readonly fault: 'missing' | 'duplicated' }
    | { readonly kind: 'dataFault'; readonly fault: 'quiet'; readonly channel: string }
  )
