/** More often than an idle user is warned. */
const ACTIVE_MS = 5 * 60_000

/** Counts a wall as being watched, so that it is not signed out as idle. The session still ends after its longest time. */
export const keepActive = (): (() => void) => {
  const timer = setInterval(() => window.dispatchEvent(new Event('mousemove')), ACTIVE_MS)
  return () => clearInterval(timer)
}
