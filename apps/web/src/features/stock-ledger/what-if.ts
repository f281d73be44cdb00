import type { SellingStock } from '#domain/run-out.ts'

/** Totals of a product's ledger, by columnId. */
export type LedgerTotals = Readonly<Record<string, number | null>>

/** What the sliders assume. */
export interface WhatIf {
  /** members more than now; negative: fewer */
  readonly members: number
  /** units poured a week, which no sale records */
  readonly poured: number
  /** units of one more wholesale order */
  readonly order: number
  /** percent that other channels than the club sell more, such as at another price; negative: less */
  readonly sales: number
}

export const AS_IS: WhatIf = { members: 0, poured: 0, order: 0, sales: 0 }

export const CASE = 12
const POURED_AT_LEAST = 12

/** The ends of the sliders: half of the members or sales less or more, twice the pace, and an order of all that is free in whole cases. */
export const sliderEnds = ({ free, pace }: LedgerTotals, members: number): WhatIf => ({
  members: Math.ceil(members / 2),
  poured: Math.max(POURED_AT_LEAST, Math.ceil((pace ?? 0) * 2)),
  order: Math.max(1, Math.ceil((free ?? 0) / CASE)) * CASE,
  sales: 50,
})

/** The stock under the assumptions. The club's pace changes with its members; `members`: as of now. */
export const assumeStock = (
  { free, pace, paceClub, weeklyDeviation }: LedgerTotals,
  members: number,
  whatIf: WhatIf,
): SellingStock => {
  const club = paceClub ?? 0
  const more = members > 0 ? (club * whatIf.members) / members : 0
  const others = ((pace ?? 0) - club) * (1 + whatIf.sales / 100)
  return {
    free: (free ?? 0) - whatIf.order,
    pace: others + club + whatIf.poured + more,
    paceClub: club + more,
    deviation: weeklyDeviation ?? 0,
  }
}

/** Units on hand that the source neither sells nor counts as reserved or allocated, such as damaged ones. */
export const otherUnits = ({ onHand, reserved, allocated, available }: LedgerTotals): number =>
  (onHand ?? 0) - (reserved ?? 0) - (allocated ?? 0) - (available ?? 0)
