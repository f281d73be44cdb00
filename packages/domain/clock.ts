/** The only source of "now": epoch milliseconds. Tests pass their own. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that stands still at `epochMs`. */
export const fixedClock = (epochMs: number): Clock => ({ now: () => epochMs })
