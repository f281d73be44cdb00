/** A payment that an order names. */
export interface WantedPayment {
  readonly id: string
  readonly locationId: string
  /** epoch milliseconds; null: only the id is known */
  readonly created: number | null
}

/** A span with needed payments of a location; both ends inclusive, epoch milliseconds. */
export interface PaymentWindow {
  readonly locationId: string
  readonly from: number
  readonly until: number
}

const MAX_GAP_MS = 3 * 24 * 3_600_000
/** A tender and its payment are written one after the other. */
const MARGIN_MS = 60_000
/** A window costs one call per hundred payments in it, so fewer are better fetched by id. */
const WORTH_A_WINDOW = 3

const runsOf = (instants: readonly number[]): number[][] => {
  const runs: number[][] = []
  for (const instant of instants.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run === undefined || last === undefined || instant - last > MAX_GAP_MS) runs.push([instant])
    else run.push(instant)
  }
  return runs
}

const windowOf = (locationId: string, run: readonly number[]): PaymentWindow[] => {
  const [first] = run
  const last = run.at(-1)
  if (first === undefined || last === undefined || run.length < WORTH_A_WINDOW) return []
  return [{ locationId, from: first - MARGIN_MS, until: last + MARGIN_MS }]
}

/**
 * Spans that hold many of the payments: Square lists payments by location and time, and has no call for many ids at once.
 * Payments outside them are cheaper to fetch by id.
 */
export const paymentWindows = (wanted: readonly WantedPayment[]): PaymentWindow[] => {
  const byLocation = Map.groupBy(wanted, ({ locationId }) => locationId)
  return [...byLocation].flatMap(([locationId, ofLocation]) =>
    runsOf(ofLocation.flatMap(({ created }) => created ?? [])).flatMap((run) => windowOf(locationId, run)),
  )
}
