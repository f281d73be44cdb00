import { type Clock, systemClock } from '#domain/clock.ts'

/** The system clock, running `scale` times as fast from now on: only for tests of limits and backoffs. */
export const scaledClock = (scale: number): Clock => {
  if (scale === 1) return systemClock
  const start = systemClock.now()
  return { now: () => Math.round(start + (systemClock.now() - start) * scale) }
}
