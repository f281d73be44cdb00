/**
 * The ten-tile dashboard in a browser, from navigation until all tiles are drawn: on a laptop with an empty cache and once more, and
 * on a phone with a slow link (400 kbit/s, 400 ms) and an empty cache; with the bytes transferred.
 * `node bench/browser.ts [orders]`, default 100,000. Aims: cold 750 ms, 330 KB of script, 24 requests; slow link 9 s.
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
import { printTable, summarizeTiming } from './kit/measure.ts'
import { startServer } from './kit/server.ts'
import { benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 100_000)
const RUNS = 7
const SLOW_RUNS = 3
const PHONE = { width: 375, height: 812 }
const SLOW_LINK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

interface Visit extends Traffic {
  readonly painted: number
  /** until an amount stands */
  readonly numbered: number
  readonly drawn: number
  readonly shift: number
}

/** Milliseconds since navigation once the main part shows an amount. */
const NUMBERED = `document.querySelector('main')?.innerText.match(/\\$[\\d,]+/) ? performance.now() : null`

const { dataDir } = await benchWinery(ORDERS)
const server = await startServer({ dataDir })
const browser = await launchBrowser()
const stored = await signInOnce(browser, server.url)

const visit = async (context: BrowserContext, link?: typeof SLOW_LINK): Promise<Visit> => {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const traffic = await watchTraffic(session)
  if (link) await session.send('Network.emulateNetworkConditions', link)
  await page.goto(server.url, { waitUntil: 'commit', timeout: 60_000 })
  const [numbered, drawn] = await Promise.all([firstValue(page, NUMBERED), firstValue(page, TEN_TILES)])
  const result = { painted: await firstPaint(page), numbered, drawn, shift: await layoutShift(page), ...traffic() }
  await page.close()
  return result
}

const visitCold = async (viewport?: typeof PHONE, link?: typeof SLOW_LINK): Promise<Visit> => {
  const context = await signedInContext(browser, stored, viewport)
  const result = await visit(context, link)
  await context.close()
  return result
}

const repeat = async (runs: number, work: () => Promise<Visit>): Promise<Visit[]> => {
  const visits: Visit[] = []
  while (visits.length < runs) visits.push(await work())
  return visits
}

const cold = await repeat(RUNS, () => visitCold())
const context = await signedInContext(browser, stored)
await visit(context)
const warm = await repeat(RUNS, () => visit(context))
const slow = await repeat(SLOW_RUNS, () => visitCold(PHONE, SLOW_LINK))
await browser.close()
const rss = server.rss()
await server.stop()

const row = (name: string, visits: readonly Visit[]) => {
  const of = (field: keyof Visit) => summarizeTiming(visits.map((one) => one[field]))
  return [
    name,
    of('painted').p50,
    of('numbered').p50,
    of('drawn').p50,
    of('drawn').p95,
    of('requests').p50,
    of('kilobytes').p50,
    of('scriptKilobytes').p50,
    of('shift').p50.toFixed(3),
  ]
}
printTable(
  `Ten tiles in a browser at ${ORDERS.toLocaleString('en-US')} orders, milliseconds`,
  ['', 'painted', 'first amount', 'drawn p50', 'p95', 'requests', 'KB', 'script KB', 'layout shift'],
  [row('cold', cold), row('warm', warm), row('phone, slow link', slow)],
)
printTable('Memory of the server, MB', ['RSS'], [[rss]])
