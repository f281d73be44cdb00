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

/** Milliseconds in which a page that still has something to draw draws some of it. */
const QUIET_MS = 300

/** Waits until the page has drawn all that follows from a change of its window, and nothing moves any more. */
export const untilRedrawn = async (page: Page): Promise<void> => {
  await page.evaluate(
    (quiet) =>
      new Promise<void>((resolve) => {
        const end = () => {
          observer.disconnect()
          resolve()
        }
        let timer = setTimeout(end, quiet)
        const observer = new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(end, quiet)
        })
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      }),
    QUIET_MS,
  )
  await untilAtRest(page)
}
