// node e2e/screenshots.ts <folder> [pattern] [widths]: screenshots of every screen (whose name matches the pattern) in light and
// dark, at every width (default: 1440,375).
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { createApi, signInToWinery } from './kit/api.ts'
import { allowOutbox, openSignedIn } from './kit/browser.ts'
import { chromiumArgs, chromiumPath } from './kit/chromium.ts'
import { startCommerce7, startSquare, startStripe } from './kit/platforms.ts'
import { PERSONAS, PHONE, type Screen, type Theme, type Viewport, WIDE } from './kit/screen.ts'
import { type Installation, preparePersona, screensFor, setTheme } from './kit/screens.ts'
import { startServer } from './kit/server.ts'

const shoot = async (page: Page, screen: Screen, file: string, themes: readonly Theme[]): Promise<void> => {
  await page.goto(screen.path)
  // A screenshot is useful even if the screen did not open.
  await screen.open(page).catch((error: unknown) => process.stderr.write(`${file}: ${error}\n`))
  for (const theme of themes) {
    await setTheme(page, theme)
    await page.screenshot({ path: `${file}-${theme}.png`, fullPage: screen.part === undefined })
  }
}

const shootAll = async (browser: Browser, installation: Installation, size: Viewport): Promise<void> => {
  for (const persona of PERSONAS) {
    const member = await preparePersona(persona, installation)
    const context = await browser.newContext({
      baseURL: installation.api.url,
      viewport: size,
      reducedMotion: 'reduce',
      locale: 'en-US',
    })
    await allowOutbox(context, installation.server)
    const page = await context.newPage()
    if (member) await openSignedIn(page, member.session, '/profile')
    const themes = member ? (['light', 'dark'] as const) : (['light'] as const)
    for (const screen of screensFor(persona, size).filter(({ name }) => pattern.test(name))) {
      await shoot(page, screen, join(folder, `${screen.name}-${size.width}`), themes)
    }
    await context.close()
  }
}

/** Heights of common screens in pixels, by width. */
const HEIGHTS: Readonly<Record<string, number>> = { 768: 1024, 1920: 1080 }

const viewportOf = (width: string): Viewport =>
  [WIDE, PHONE].find((size) => String(size.width) === width) ?? {
    width: Number(width),
    height: HEIGHTS[width] ?? 900,
    isWide: Number(width) >= WIDE.width,
  }

const [folder = '', name = '', widths = `${WIDE.width},${PHONE.width}`] = process.argv.slice(2)
if (folder === '') throw new Error('usage: node e2e/screenshots.ts <folder> [pattern] [widths]')
const pattern = new RegExp(name)
mkdirSync(folder, { recursive: true })
execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
const commerce7 = await startCommerce7()
const square = await startSquare()
const stripe = await startStripe()
const server = await startServer({ env: { ...commerce7.environment, ...square.environment, ...stripe.environment } })
const browser = await chromium.launch({ ...chromiumPath(), args: [...chromiumArgs] })
try {
  const api = createApi(server.url)
  const winery = await signInToWinery(api)
  for (const size of widths.split(',').map(viewportOf))
    await shootAll(browser, { api, server, winery, commerce7 }, size)
} finally {
  await browser.close()
  await server.close()
  await commerce7.server.close()
  await square.server.close()
  await stripe.server.close()
}
