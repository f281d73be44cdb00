/** 24 hours in milliseconds. */
export const DAY_MS = 86_400_000

/** The only source of the current time, in epoch milliseconds. Tests pass their own. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
