/**
 * The list of all orders in a browser: the time from a key press or scroll to rows, the time to sort, and the number of
 * rendered rows. `node bench/scroll.ts [orders]`, default 1,000,000. Aim: never more than
 * a window of rows.
 */
import type { Page } from 'playwright-core'
import { launchBrowser, signedInContext, signInOnce } from './kit/browser.ts'
import { printTable } from './kit/measure.ts'
import { startServer } from './kit/server.ts'
import { benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 1_000_000)
const REPORT = '/reports/orders/list?relativeDate=OrderDate-None'
const LIMIT_MS = 60_000
const STEPS = 60
/** Pixels per wheel event. */
const TURN = 600

/** The index of the first visible loaded row; null while rows are loading. */
const FIRST_IN_SIGHT = `(() => {
  const grid = document.querySelector('main [role=grid]')
  if (!grid || document.querySelector('main [aria-busy=true]')) return null
  const head = grid.querySelector('thead').getBoundingClientRect().bottom
  const rows = [...grid.querySelectorAll('tbody:not([aria-hidden]) tr')]
  const firstVisible = rows.find((row) => row.getBoundingClientRect().bottom > head + 4)
  return firstVisible?.querySelector('a') ? Number(firstVisible.getAttribute('aria-rowindex')) : null
})()`

const rowsInPage = (page: Page): Promise<number> => page.locator('main [role=grid] tbody:not([aria-hidden]) tr').count()
const scrollTo = (page: Page, part: number): Promise<void> =>
  page
    .locator('main [role=grid]')
    .locator('..')
    .evaluate((box, to) => box.scrollTo({ top: (box.scrollHeight - box.clientHeight) * to }), part)

interface Step {
  readonly name: string
  readonly ms: number
  readonly firstRow: number
  readonly rows: number
}

const measure = async (page: Page, name: string, act: () => Promise<unknown>, isThere: string): Promise<Step> => {
  const start = performance.now()
  await act()
  const firstRow = await page.waitForFunction(
    `(() => { const at = ${FIRST_IN_SIGHT}; return at !== null && (${isThere}) ? at : null })()`,
    null,
    {
      polling: 'raf',
      timeout: LIMIT_MS,
    },
  )
  const ms = performance.now() - start
  return { name, ms, firstRow: Number(await firstRow.jsonValue()), rows: await rowsInPage(page) }
}

/** Scrolls with the wheel; returns the most rendered rows and the longest pause in milliseconds. */
const wheel = async (page: Page): Promise<{ readonly mostRows: number; readonly longestFrame: number }> => {
  await page.locator('main [role=grid] tbody tr').first().hover()
  await page.evaluate(() => {
    let last = performance.now()
    const state = { longest: 0 }
    Object.assign(window, { frames: state })
    const next = (now: number): void => {
      state.longest = Math.max(state.longest, now - last)
      last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  let mostRows = 0
  for (let step = 0; step < STEPS; step += 1) {
    await page.mouse.wheel(0, TURN)
    mostRows = Math.max(mostRows, await rowsInPage(page))
  }
  const longestFrame = Number(await page.evaluate('window.frames.longest'))
  return { mostRows, longestFrame }
}

const { dataDir } = await benchWinery(ORDERS)
const server = await startServer({ dataDir })
const browser = await launchBrowser()
const context = await signedInContext(browser, await signInOnce(browser, server.url))
const page = await context.newPage()
const steps: Step[] = []
steps.push(await measure(page, 'open', () => page.goto(`${server.url}${REPORT}`), 'at === 2'))
const total = Number(await page.locator('main [role=grid]').getAttribute('aria-rowcount'))
steps.push(await measure(page, 'scroll to the middle', () => scrollTo(page, 0.5), `at > ${total * 0.4}`))
const turned = await wheel(page)
await page.locator('main [role=grid]').focus()
steps.push(await measure(page, 'End', () => page.keyboard.press('End'), `at > ${total - 100}`))
steps.push(await measure(page, 'Home', () => page.keyboard.press('Home'), 'at === 2'))
const sort = page.locator('main [role=grid]').getByRole('columnheader').getByRole('button').last()
steps.push(await measure(page, 'sort by the last column', () => sort.click(), `location.search.includes('sort')`))
steps.push(
  await measure(
    page,
    'End, sorted',
    async () => {
      await page.locator('main [role=grid]').focus()
      await page.keyboard.press('End')
    },
    `at > ${total - 100}`,
  ),
)
await browser.close()
await server.stop()

printTable(
  `A list of ${total.toLocaleString('en-US')} rows in a browser`,
  ['', 'ms to rows', 'first row in sight', 'rows in the page'],
  steps.map(({ name, ms, firstRow, rows }) => [name, ms, firstRow, rows]),
)
printTable(
  `${STEPS} turns of the wheel`,
  ['most rows in the page', 'longest frame ms'],
  [[turned.mostRows, turned.longestFrame]],
)
