/**
 * The ten-tile dashboard in a browser, from navigation until all tiles are drawn, with the bytes transferred: cold; warm, with stored
 * files; and used, in a profile on disk that has the compiled code of earlier visits too.
 * `node bench/browser.ts [orders]`, default 1,000,000. Aims: cold 550 ms, 300 KB of script, 20 requests.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import {
  firstValue,
  launchBrowser,
  signedInContext,
  signedInProfile,
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

/** Milliseconds of a visit in which a browser stores the code that it has compiled. */
const LONG_STAY = 3_000

/** @param stay milliseconds after the tiles are drawn */
const visit = async (context: BrowserContext, url: string, stay = 0): Promise<Visit> => {
  const page = await context.newPage()
  const traffic = await watchTraffic(await context.newCDPSession(page))
  await page.goto(url, { waitUntil: 'commit' })
  const drawn = await firstValue(page, TEN_TILES)
  const result = { drawn, ...traffic() }
  await new Promise((resolve) => setTimeout(resolve, stay))
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

const folder = mkdtempSync(join(tmpdir(), 'cuvee-bench-profile-'))
const profile = await signedInProfile(folder, stored)
// The code is stored on the second visit, if that comes soon.
for (let run = 0; run < 3; run += 1) await visit(profile, server.url, LONG_STAY)
const used: Visit[] = []
for (let run = 0; run < RUNS; run += 1) used.push(await visit(profile, server.url))
await profile.close()
rmSync(folder, { recursive: true, force: true })
const rss = server.rss()
await server.stop()

const row = (name: string, visits: readonly Visit[]) => {
  const { p50, p95 } = timingOf(visits.map(({ drawn }) => drawn))
  return [name, p50, p95, visits.at(-1)?.requests ?? 0, visits.at(-1)?.scriptKilobytes ?? 0]
}
printTable(
  `Ten tiles drawn in a browser at ${ORDERS.toLocaleString('en-US')} orders, milliseconds`,
  ['', 'p50', 'p95', 'requests', 'script KB on the wire'],
  [row('cold', cold), row('warm', warm), row('used', used)],
)
printTable('Memory of the server, MB', ['RSS'], [[rss]])
