/**
 * The first screen of a phone on a slow link (400 kbit/s, 400 ms) with an empty cache, and its files: until something is painted, until
 * the first number stands, until all tiles are drawn; bytes and layout shift. `node bench/slow-link.ts [orders]`, default 100,000.
 * Aims: painted within 2 s, ten tiles within 8 s.
 */
import type { BrowserContext } from 'playwright-core'
import {
  firstPaint,
  firstValue,
  launchBrowser,
  layoutShift,
  signedInContext,
  signInOnce,
  TEN_TILES,
  type Traffic,
  watchTraffic,
} from './kit/browser.ts'
import { printTable, timingOf } from './kit/measure.ts'
import { startServer } from './kit/server.ts'
import { benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 100_000)
const RUNS = 3
const PHONE = { width: 375, height: 812 }
const LINK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

interface Visit extends Traffic {
  readonly painted: number
  readonly numbered: number
  readonly drawn: number
  readonly shift: number
}

/** Milliseconds since navigation once the main part shows an amount. */
const NUMBERED = `document.querySelector('main')?.innerText.match(/\\$[\\d,]+/) ? performance.now() : null`

const visit = async (context: BrowserContext, url: string): Promise<Visit> => {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const traffic = await watchTraffic(session)
  await session.send('Network.emulateNetworkConditions', LINK)
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 })
  const numbered = await firstValue(page, NUMBERED)
  const drawn = await firstValue(page, TEN_TILES)
  const result = { painted: await firstPaint(page), numbered, drawn, shift: await layoutShift(page), ...traffic() }
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
