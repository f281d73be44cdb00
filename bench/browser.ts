/**
 * The ten-tile dashboard in a browser, from the address to all tiles drawn: cold and warm, with what went over the wire.
 * `node bench/browser.ts [orders]`, default 1,000,000.
 */
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { EMAIL, PASSWORD, startServer } from './kit/server.ts'
import { printTable } from './kit/table.ts'
import { timingOf } from './kit/timing.ts'
import { benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 1_000_000)
const RUNS = 7
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
]

interface Visit {
  readonly drawn: number
  readonly requests: number
  readonly scriptKb: number
}

type Stored = Readonly<Record<string, string>>

const signInOnce = async (browser: Browser, url: string): Promise<Stored> => {
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

/** Ten tiles on the page, none of them waiting, each with a number, a picture or a name in it. */
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
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ARGS })
const stored = await signInOnce(browser, server.url)

const newContext = async (): Promise<BrowserContext> => {
  // The policy forbids the strings that the page is asked with.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true })
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries))
      if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, value)
  }, stored)
  return context
}

const cold: Visit[] = []
for (let run = 0; run < RUNS; run += 1) {
  const context = await newContext()
  cold.push(await visit(context, server.url))
  await context.close()
}
const context = await newContext()
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
