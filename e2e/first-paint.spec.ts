import type { Page } from '@playwright/test'
import { expect, test } from './kit/test.ts'

const PHONE = { width: 375, height: 800 }

/** Keeps a request back; returns what lets it through. */
const hold = async (page: Page, url: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Keeps the app's own code back. */
const holdCode = (page: Page): Promise<() => void> => hold(page, '**/assets/shell-*.js')

/** What each screen shows first, and how it begins. */
const FIRST_TEXTS = {
  '/dashboard': /^Cuvee Dashboard$/,
  '/': /^Today so far: \$[\d,]+/,
  '/reports/sales/by-day-of-week': /^7 rows.* data as of /,
  '/ai/insights': /\w+ \w+ \w+/,
}

for (const [path, beginning] of Object.entries(FIRST_TEXTS)) {
  test(`the page draws the first texts of ${path} without the app, which shows the same`, {
    tag: path === '/dashboard' ? [] : '@full',
  }, async ({ page, winery, enter }) => {
    await page.setViewportSize(PHONE)
    const release = await holdCode(page)
    const entered = enter(winery.session, path)
    const first = page
      .locator('.boot-main')
      .locator('.boot-heading, .boot-facts, .boot-card-text')
      .filter({ hasText: beginning })
    await expect(first.first()).toBeVisible()
    const texts = await first.allInnerTexts()
    release()
    await entered
    await expect(page.locator('#boot')).toHaveCount(0)
    for (const text of texts) await expect(page.getByRole('main')).toContainText(text)
  })
}

test('the files of a screen are requested after its first texts are drawn, which they would delay', async ({
  page,
  winery,
  enter,
}) => {
  await page.setViewportSize(PHONE)
  const releaseCode = await holdCode(page)
  const releaseRows = await hold(page, '**/api/reports/query')
  let requested = 0
  page.on('request', (request) => {
    if (/\/assets\/(frame|report)-.*\.js$/.test(request.url())) requested += 1
  })
  const entered = enter(winery.session, '/reports/sales/by-day-of-week')
  const title = page.locator('.boot-main').getByText('Sales by Day of Week', { exact: true })
  await expect(title).toBeVisible()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))))
  expect(requested).toBe(0)
  releaseRows()
  await expect(page.locator('.boot-facts')).toContainText('7 rows')
  await expect.poll(() => requested).toBe(2)
  releaseCode()
  await entered
  await expect(page.getByRole('main')).toContainText('7 rows')
})

test('a page load asks for a dashboard by its slug, and for its numbers', async ({ page, winery, enter }) => {
  await page.setViewportSize(PHONE)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await enter(winery.session, '/dashboard')
  await expect(page.locator('[data-tile] article').first()).toContainText('$')
  const ofDashboards = asked.filter((path) => path.startsWith('/api/dashboards/'))
  expect(ofDashboards).toEqual(['/api/dashboards/default', '/api/dashboards/data'])
})
