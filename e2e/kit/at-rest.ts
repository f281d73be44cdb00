import type { Page } from '@playwright/test'

/** Waits until nothing moves any more; what never ends is not waited for. */
export const untilAtRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // What the last change sets in motion moves from the next frame on.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ends = document
      .getAnimations()
      .filter((motion) => motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map((motion) => motion.finished.catch(() => undefined))
    await Promise.all(ends)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })
