import type { Channel, DeliveryMethod } from '#domain/commerce.ts'
import type { DraftLine, OrderDraft } from './order-draft.ts'
import { type Season, secondOfDay } from './seasons.ts'
import type { SampleDay, Winery } from './winery.ts'

/** A source of orders other than club shipments and visits. */
export interface Stream {
  /** share of all orders */
  readonly share: number
  readonly season: Season
  /** minimum number on the days before today, today first, so that no report of the last days is empty */
  readonly atLeast: readonly number[]
  draft(winery: Winery, day: SampleDay): OrderDraft
}

interface Plain {
  readonly channel: Channel
  readonly delivery: DeliveryMethod
  readonly customer: number | null
  readonly lines: readonly DraftLine[]
}

/** A regular order within a stream's hours. */
export const regular = (winery: Winery, season: Season, plain: Plain): OrderDraft => ({
  type: 'regular',
  second: secondOfDay(season, winery.random),
  teamMember: null,
  ...plain,
})
