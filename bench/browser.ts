/**
 * The ten-tile dashboard in a browser, from navigation until all tiles are drawn: cold and warm, with the bytes transferred.
 * `node bench/browser.ts [orders]`, default 1,000,000. Aims: cold 750 ms, 300 KB of script, 21 requests.
 */
import type { BrowserContext } from 'playwright-core'
import {
  firstValue,
  launchBrowser,
  signedInContext,
  signInOnce,
  TEN_TILES,
  type Traffic,
  watchTraffic,
} from './kit/browser.ts'
import { printTable, timingOf } from './kit/measure.ts'
import { startServer } from './kit/server.ts'
import { benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 1_000_000)
const RUNS = 7

interface Visit extends Traffic {
  readonly drawn: number
}

const visit = async (context: BrowserContext, url: string): Promise<Visit> => {
  const page = await context.newPage()
  const traffic = await watchTraffic(await context.newCDPSession(page))
  await page.goto(url, { waitUntil: 'commit' })
  const drawn = await firstValue(page, TEN_TILES)
  const result = { drawn, ...traffic() }
  await page.close()
  return result
}

const { dataDir } = await benchWinery(ORDERS)
const server = await startServer({ dataDir })
const browser = await launchBrowser()
const stored = await signInOnce(browser, server.url)

const cold: Visit[] = []
for (let run = 0; run < RUNS; run += 1) {
  const context = await signedInContext(browser, stored)
  cold.push(await visit(context, server.url))
  await context.close()
}
const context = await signedInContext(browser, stored)
await visit(context, server.url)
const warm: Visit[] = []
for (let run = 0; run < RUNS; run += 1) warm.push(await visit(context, server.url))
await browser.close()
const rss = server.rss()
await server.stop()

const row = (name: string, visits: readonly Visit[]) => {
  const { p50, p95 } = timingOf(visits.map(({ drawn }) => drawn))
  return [name, p50, p95, visits.at(-1)?.requests ?? 0, visits.at(-1)?.scriptKilobytes ?? 0]
}
printTable(
  `Ten tiles drawn in a browser at ${ORDERS.toLocaleString('en-US')} orders, milliseconds`,
  ['', 'p50', 'p95', 'requests', 'script KB on the wire'],
  [row('cold', cold), row('warm', warm)],
)
printTable('Memory of the server, MB', ['RSS'], [[rss]])
