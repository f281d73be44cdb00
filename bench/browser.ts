/**
 * The ten-tile dashboard in a browser, from navigation until all tiles are drawn: cold and warm, with the bytes transferred.
 * `node bench/browser.ts [orders]`, default 1,000,000.
 */
import type { BrowserContext } from 'playwright-core'
import { launchBrowser, signedInContext, signInOnce } from './kit/browser.ts'
import { printTable, timingOf } from './kit/measure.ts'
import { startServer } from './kit/server.ts'
import { benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 1_000_000)
const RUNS = 7
interface Visit {
  readonly drawn: number
  readonly requests: number
  readonly scriptKb: number
}

/** Waits for ten loaded tiles, each with a number, a picture or a name. */
const DRAWN = `(() => {
  const tiles = [...document.querySelectorAll('[data-tile] article')]
  return tiles.length === 10 && tiles.every((tile) => tile.getAttribute('aria-busy') !== 'true' && tile.textContent.length > 0)
    ? performance.now() : null
})()`

const visit = async (context: BrowserContext, url: string): Promise<Visit> => {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  let requests = 0
  let scriptBytes = 0
  session.on('Network.requestWillBeSent', ({ requestId, type }) => {
    requests += 1
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (/\.js$/.test(new URL(response.url).pathname)) scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'commit' })
  const drawn = await page.waitForFunction(DRAWN, null, { polling: 'raf', timeout: 30_000 })
  const result = { drawn: Number(await drawn.jsonValue()), requests, scriptKb: scriptBytes / 1000 }
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
  return [name, p50, p95, visits.at(-1)?.requests ?? 0, visits.at(-1)?.scriptKb ?? 0]
}
printTable(
  `Ten tiles drawn in a browser at ${ORDERS.toLocaleString('en-US')} orders, milliseconds`,
  ['', 'p50', 'p95', 'requests', 'script KB on the wire'],
  [row('cold', cold), row('warm', warm)],
)
printTable('Memory of the server, MB', ['RSS'], [[rss]])
