import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { chromiumArgs, chromiumPath } from '../../e2e/kit/chromium.ts'
import { EMAIL, PASSWORD } from './server.ts'

/** A session in a tab's storage. */
export type Stored = Readonly<Record<string, string>>

export const launchBrowser = (): Promise<Browser> => chromium.launch({ ...chromiumPath(), args: [...chromiumArgs] })

/** Signs in on the page. */
export const signInOnce = async (browser: Browser, url: string): Promise<Stored> => {
  const page = await browser.newPage()
  await page.goto(`${url}/sign-in`)
  await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/`)
  const stored = await page.evaluate(() => ({ ...sessionStorage }))
  await page.close()
  return stored
}

/** Pixels of a laptop's window. */
const LAPTOP = { width: 1440, height: 900 }

/** A new browser context with only the session. */
export const signedInContext = async (
  browser: Browser,
  stored: Stored,
  viewport: { readonly width: number; readonly height: number } = LAPTOP,
): Promise<BrowserContext> => {
  // The content security policy forbids evaluating strings. Each visit is measured without files stored by an earlier one.
  const context = await browser.newContext({ viewport, bypassCSP: true, serviceWorkers: 'block' })
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries))
      if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, value)
  }, stored)
  return context
}

/** Milliseconds since navigation once ten tiles are loaded, each with a number, a picture or a name. */
export const TEN_TILES = `(() => {
  const tiles = [...document.querySelectorAll('[data-tile] article')]
  return tiles.length === 10 && tiles.every((tile) => tile.getAttribute('aria-busy') !== 'true' && tile.textContent.length > 0)
    ? performance.now() : null
})()`

/** The value of the first frame in which the expression has one. */
export const firstValue = async (page: Page, expression: string): Promise<number> =>
  Number(await (await page.waitForFunction(expression, null, { polling: 'raf', timeout: 60_000 })).jsonValue())

export interface Traffic {
  readonly requests: number
  /** on the wire, with headers */
  readonly kilobytes: number
  readonly scriptKilobytes: number
}

/** Counts what the page loads from now on. */
export const watchTraffic = async (session: CDPSession): Promise<() => Traffic> => {
  const scripts = new Set<string>()
  let requests = 0
  let bytes = 0
  let scriptBytes = 0
  session.on('Network.requestWillBeSent', ({ requestId, type }) => {
    requests += 1
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (/\.js$/.test(new URL(response.url).pathname)) scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  await session.send('Network.enable')
  return () => ({ requests, kilobytes: bytes / 1000, scriptKilobytes: scriptBytes / 1000 })
}

/** Milliseconds from navigation until something was painted. */
export const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)

/** How far what was painted moved without the user's doing; below 0.1 is good. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if (
              'value' in entry &&
              typeof entry.value === 'number' &&
              'hadRecentInput' in entry &&
              !entry.hadRecentInput
            )
              sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 200)
      }),
  )
