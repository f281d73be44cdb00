/**
 * How far a stream of changes was read: the latest change seen, never later than now, since a platform whose clock is ahead
 * would otherwise hide what changes until we catch up with it. Epoch milliseconds; null: no change was seen yet.
 */
export const highWater = (before: number | null, seen: readonly (number | null)[], now: number): number | null => {
  const known = seen.reduce((latest, one) => (one === null || (latest !== null && latest > one) ? latest : one), before)
  return known === null ? null : Math.min(known, now)
}

/** From when on a stream is read again, so that nothing is missed of what was changed while it was read or by a slow clock. */
export const readFrom = (mark: number | null, overlapMs: number): number | null =>
  mark === null ? null : Math.max(0, mark - overlapMs)
