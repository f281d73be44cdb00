import type { Locator, Page } from '@playwright/test'

interface Point {
  readonly x: number
  readonly y: number
}

const STEPS = 6
/** Seconds between two events of the finger, whatever the machine needs to send them. */
const STEP_SECONDS = 0.02

/** Moves one finger from the middle of the element by these pixels, quickly, and lifts it. */
export const drag = async (page: Page, from: Locator, by: Point): Promise<void> => {
  const box = await from.boundingBox()
  if (box === null) throw new Error(`${from} is not on screen`)
  const start = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const browser = await page.context().newCDPSession(page)
  let timestamp = Date.now() / 1000
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly Point[]) => {
    timestamp += STEP_SECONDS
    return browser.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints], timestamp })
  }
  await touch('touchStart', [start])
  for (let step = 1; step <= STEPS; step += 1)
    await touch('touchMove', [{ x: start.x + (by.x * step) / STEPS, y: start.y + (by.y * step) / STEPS }])
  await touch('touchEnd', [])
  await browser.detach()
}
