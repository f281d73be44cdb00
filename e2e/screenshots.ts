// node e2e/screenshots.ts <folder>: a picture of every screen, light and dark, wide and narrow, for people to look at.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { createApi } from './kit/api.ts'
import { chromiumArgs, chromiumPath } from './kit/chromium.ts'
import { signInToWinery } from './kit/demo-winery.ts'
import { enterWith } from './kit/enter.ts'
import { EYES, type Members, PHONE, prepareEyes, type Screen, screensFor, setColours, WIDE } from './kit/screens.ts'
import { startServer } from './kit/server.ts'

/** Milliseconds in which what moves comes to rest. */
const REST = 300

const shoot = async (
  page: Page,
  screen: Screen,
  file: string,
  themes: readonly ('light' | 'dark')[],
): Promise<void> => {
  await page.goto(screen.path)
  // A picture of what went wrong says more than none.
  await screen.open(page).catch((error: unknown) => process.stderr.write(`${file}: ${error}\n`))
  await page.waitForTimeout(REST)
  for (const theme of themes) {
    await setColours(page, theme)
    await page.screenshot({ path: `${file}-${theme}.png` })
  }
}

const shootAll = async (browser: Browser, baseURL: string, members: Members, size: typeof WIDE): Promise<void> => {
  for (const eyes of EYES) {
    const member = members[eyes]
    const context = await browser.newContext({ baseURL, viewport: size, reducedMotion: 'reduce', locale: 'en-US' })
    const page = await context.newPage()
    if (member) await enterWith(page, member.session, '/profile')
    const themes = member ? (['light', 'dark'] as const) : (['light'] as const)
    for (const screen of screensFor(eyes, size)) {
      await shoot(page, screen, join(folder, `${screen.name}-${size.width}`), themes)
    }
    await context.close()
  }
}

const [folder = ''] = process.argv.slice(2)
if (folder === '') throw new Error('usage: node e2e/screenshots.ts <folder>')
mkdirSync(folder, { recursive: true })
const server = await startServer()
const browser = await chromium.launch({ ...chromiumPath(), args: [...chromiumArgs] })
try {
  const api = createApi(server.url)
  const winery = await signInToWinery(api)
  for (const size of [WIDE, PHONE]) await shootAll(browser, server.url, await prepareEyes(api, winery), size)
} finally {
  await browser.close()
  await server.close()
}
