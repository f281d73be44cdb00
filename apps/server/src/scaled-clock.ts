import { type Clock, systemClock } from '#domain/clock.ts'

/** The system's clock, from now on `scale` times as fast: for tests of limits and back-offs only. */
export const scaledClock = (scale: number): Clock => {
  if (scale === 1) return systemClock
  const start = systemClock.now()
  return { now: () => Math.round(start + (systemClock.now() - start) * scale) }
}
