/**
 * The first screen of a phone on a slow link (400 kbit/s, 400 ms) with an empty cache, and its files: until something is painted, until
 * the first number stands, until all tiles are drawn; bytes and layout shift. `node bench/slow-link.ts [orders]`, default 100,000.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { launchBrowser, signedInContext, signInOnce } from './kit/browser.ts'
import { printTable, timingOf } from './kit/measure.ts'
import { startServer } from './kit/server.ts'
import { benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 100_000)
const RUNS = 3
const PHONE = { width: 375, height: 812 }
const LINK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

interface Visit {
  readonly painted: number
  readonly numbered: number
  readonly drawn: number
  readonly shift: number
  readonly kilobytes: number
  readonly requests: number
}

/** Milliseconds since navigation once the main part shows an amount. */
const NUMBERED = `document.querySelector('main')?.innerText.match(/\\$[\\d,]+/) ? performance.now() : null`
/** Milliseconds since navigation once ten tiles are loaded, each with a number, a picture or a name. */
const DRAWN = `(() => {
  const tiles = [...document.querySelectorAll('[data-tile] article')]
  return tiles.length === 10 && tiles.every((tile) => tile.getAttribute('aria-busy') !== 'true' && tile.textContent.length > 0)
    ? performance.now() : null
})()`

const until = async (page: Page, condition: string): Promise<number> =>
  Number(await (await page.waitForFunction(condition, null, { polling: 'raf', timeout: 60_000 })).jsonValue())

const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)

const layoutShift = (page: Page): Promise<number> =>
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

const visit = async (context: BrowserContext, url: string): Promise<Visit> => {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINK)
  let bytes = 0
  let requests = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 })
  const numbered = await until(page, NUMBERED)
  const drawn = await until(page, DRAWN)
  const result = {
    painted: await firstPaint(page),
    numbered,
    drawn,
    shift: await layoutShift(page),
    kilobytes: bytes / 1000,
    requests,
  }
  await page.close()
  return result
}

const { dataDir } = await benchWinery(ORDERS)
const server = await startServer({ dataDir })
const browser = await launchBrowser()
const stored = await signInOnce(browser, server.url)
const visits: Visit[] = []
for (let run = 0; run < RUNS; run += 1) {
  const context = await signedInContext(browser, stored, PHONE)
  visits.push(await visit(context, server.url))
  await context.close()
}
await browser.close()
await server.stop()

const median = (pick: (visit: Visit) => number): number => timingOf(visits.map(pick)).p50
printTable(
  'First screen of a phone at 400 kbit/s and 400 ms, empty cache, medians',
  ['first paint, ms', 'first amount, ms', 'ten tiles, ms', 'layout shift', 'KB', 'requests'],
  [
    [
      median(({ painted }) => painted),
      median(({ numbered }) => numbered),
      median(({ drawn }) => drawn),
      median(({ shift }) => shift).toFixed(3),
      median(({ kilobytes }) => kilobytes),
      median(({ requests }) => requests),
    ],
  ],
)
