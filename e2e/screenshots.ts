// node e2e/screenshots.ts <folder> [word]: a picture of every screen (whose name has the word), light and dark, wide and
// narrow, for people to look at.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { createApi } from './kit/api.ts'
import { chromiumArgs, chromiumPath } from './kit/chromium.ts'
import { startCommerce7 } from './kit/commerce7.ts'
import { signInToWinery } from './kit/demo-winery.ts'
import { enterWith } from './kit/enter.ts'
import { EYES, PHONE, type Screen, type Size, WIDE } from './kit/screen.ts'
import { type Members, prepareEyes, screensFor, setColours } from './kit/screens.ts'
import { startServer } from './kit/server.ts'
import { startStripe } from './kit/stripe.ts'

/** Waits until nothing moves any more; what never ends is not waited for. */
const untilAtRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ends = document
      .getAnimations()
      .filter((motion) => motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map((motion) => motion.finished.catch(() => undefined))
    await Promise.all(ends)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })

const shoot = async (
  page: Page,
  screen: Screen,
  file: string,
  themes: readonly ('light' | 'dark')[],
): Promise<void> => {
  await page.goto(screen.path)
  // A picture of what went wrong says more than none.
  await screen.open(page).catch((error: unknown) => process.stderr.write(`${file}: ${error}\n`))
  for (const theme of themes) {
    await setColours(page, theme)
    await untilAtRest(page)
    await page.screenshot({ path: `${file}-${theme}.png`, fullPage: screen.part === undefined })
  }
}

const shootAll = async (browser: Browser, baseURL: string, members: Members, size: Size): Promise<void> => {
  for (const eyes of EYES) {
    const member = members[eyes]
    const context = await browser.newContext({ baseURL, viewport: size, reducedMotion: 'reduce', locale: 'en-US' })
    const page = await context.newPage()
    if (member) await enterWith(page, member.session, '/profile')
    const themes = member ? (['light', 'dark'] as const) : (['light'] as const)
    for (const screen of screensFor(eyes, size).filter(({ name }) => name.includes(word))) {
      await shoot(page, screen, join(folder, `${screen.name}-${size.width}`), themes)
    }
    await context.close()
  }
}

const [folder = '', word = ''] = process.argv.slice(2)
if (folder === '') throw new Error('usage: node e2e/screenshots.ts <folder> [word]')
mkdirSync(folder, { recursive: true })
const commerce7 = await startCommerce7()
const stripe = await startStripe()
const server = await startServer({ ...commerce7.environment, ...stripe.environment })
const browser = await chromium.launch({ ...chromiumPath(), args: [...chromiumArgs] })
try {
  const api = createApi(server.url)
  const winery = await signInToWinery(api)
  for (const size of [WIDE, PHONE]) await shootAll(browser, server.url, await prepareEyes(api, winery, commerce7), size)
} finally {
  await browser.close()
  await server.close()
  await commerce7.server.close()
  await stripe.server.close()
}
