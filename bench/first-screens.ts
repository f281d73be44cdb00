/**
 * Screens of the demo winery on a phone with a processor of a quarter of the speed, and on a laptop, each in a new browser on the link
 * that Lighthouse applies: until something is painted, until its largest text or picture is, how long a touch would have waited in
 * total (what tasks take above 50 ms), layout shift, and the score of these. `node bench/first-screens.ts [devices, screens]`, default
 * all, such as `phone home`. Aims: a score of 85 on the phone and 97 on the laptop, layout shift below 0.05.
 */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { DEMO_SIGN_IN } from '../apps/server/src/env.ts'
import { firstPaint, launchBrowser, layoutShift, type Stored, signedInContext, signInOnce } from './kit/browser.ts'
import { printTable, summarizeTiming } from './kit/measure.ts'
import { CURVES, performanceScore } from './kit/performance-score.ts'
import { startServer } from './kit/server.ts'
import { BENCH_DATA } from './kit/winery.ts'

const RUNS = 3
/** Milliseconds in which a screen has drawn everything, also on the slow processor. */
const SETTLING_MS = 8_000

/** Milliseconds to wait, and bytes a second, of a link. */
const link = (latency: number, bytes: number) => ({
  offline: false,
  latency,
  downloadThroughput: bytes,
  uploadThroughput: bytes / 2,
})

const DEVICES = [
  {
    name: 'phone',
    viewport: { width: 412, height: 823 },
    slowdown: 4,
    link: link(562.5, 184_320),
    curves: CURVES.mobile,
  },
  {
    name: 'laptop',
    viewport: { width: 1350, height: 940 },
    slowdown: 1,
    link: link(40, 1_280_000),
    curves: CURVES.desktop,
  },
] as const
type Device = (typeof DEVICES)[number]

const SCREENS = {
  'sign-in': '/sign-in',
  home: '/',
  dashboard: '/dashboard',
  report: '/reports/sales/by-day-of-week',
  insights: '/ai/insights',
} as const

/** Whether a name of a list was asked for, or none of the list. */
const isWanted = (name: string, names: readonly string[]): boolean => {
  const asked = process.argv.filter((argument) => names.includes(argument))
  return asked.length === 0 || asked.includes(name)
}

/** Collects what the browser reports only to those who listen from the start. */
const WATCH = `(() => {
  const seen = { largest: 0, what: '', blocked: 0 }
  window.benchSeen = seen
  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => {
    seen.largest = entry.startTime
    seen.what = (entry.element?.textContent ?? entry.element?.tagName ?? '').slice(0, 40)
  })
  watch('longtask', (entry) => { seen.blocked += Math.max(0, entry.duration - 50) })
})()`

interface ScreenSample {
  readonly largest: number
  /** the beginning of the largest text */
  readonly what: string
  readonly blocked: number
}

const isSeen = (value: unknown): value is ScreenSample =>
  typeof value === 'object' && value !== null && 'largest' in value

const seenOn = async (page: Page): Promise<ScreenSample> => {
  const seen: unknown = await page.evaluate('window.benchSeen')
  if (!isSeen(seen)) throw new Error('The page was not watched')
  return seen
}

const open = async (
  browser: Browser,
  stored: Stored,
  { viewport, slowdown, link }: Device,
  url: string,
): Promise<Page> => {
  const context = await signedInContext(browser, stored, viewport)
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await session.send('Network.emulateNetworkConditions', link)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForTimeout(SETTLING_MS)
  return page
}

const visit = async (browser: Browser, stored: Stored, device: Device, url: string) => {
  const page = await open(browser, stored, device, url)
  const { largest, what, blocked } = await seenOn(page)
  const result = { painted: await firstPaint(page), largest, what, blocked, shift: await layoutShift(page) }
  await page.context().close()
  return result
}

// An account in daily use: its email is confirmed and its service connected, so no banner asks for either.
const server = await startServer({ dataDir: join(BENCH_DATA, 'demo'), env: { DEMO: '1' } })
await server.settled()
const browser = await launchBrowser()
const stored = await signInOnce(browser, server.url, DEMO_SIGN_IN)
const rows: (string | number)[][] = []
const devices = DEVICES.map(({ name }) => name)
const screens = Object.keys(SCREENS)
for (const device of DEVICES.filter(({ name }) => isWanted(name, devices))) {
  for (const [name, path] of Object.entries(SCREENS)) {
    if (!isWanted(name, screens)) continue
    const visits: Awaited<ReturnType<typeof visit>>[] = []
    const session = path === '/sign-in' ? {} : stored
    for (let run = 0; run < RUNS; run += 1) visits.push(await visit(browser, session, device, `${server.url}${path}`))
    const median = (pick: (one: (typeof visits)[number]) => number) => summarizeTiming(visits.map(pick)).p50
    const times = {
      painted: median(({ painted }) => painted),
      largest: median(({ largest }) => largest),
      blocked: median(({ blocked }) => blocked),
      shift: median(({ shift }) => shift),
    }
    rows.push([
      `${device.name}, ${name}`,
      times.painted,
      times.largest,
      times.blocked,
      times.shift.toFixed(3),
      performanceScore(times, device.curves),
      visits.at(-1)?.what ?? '',
    ])
  }
}
await browser.close()
await server.stop()

printTable(
  'Screens in a new browser, medians; the phone’s processor has a quarter of the speed',
  ['', 'first paint, ms', 'largest, ms', 'blocked, ms', 'layout shift', 'score', 'largest text'],
  rows,
)
