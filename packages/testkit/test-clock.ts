import type { Clock } from '#domain/clock.ts'

/** A clock that moves only when a test moves it. */
export interface TestClock extends Clock {
  /** milliseconds */
  advance(by: number): void
  set(epochMs: number): void
}

const START = Date.UTC(2026, 5, 17, 19, 0, 0)

export const testClock = (start: number = START): TestClock => {
  let now = start
  return {
    now: () => now,
    advance: (by) => {
      now += by
    },
    set: (epochMs) => {
      now = epochMs
    },
  }
}
