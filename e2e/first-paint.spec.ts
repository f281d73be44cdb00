import type { Page } from '@playwright/test'
import { expect, test } from './kit/test.ts'

const PHONE = { width: 375, height: 800 }

/** Keeps the app's own code back; returns what lets it through. */
const holdCode = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/shell-*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** What each screen shows first, and how it begins. */
const FIRST_TEXTS = {
  '/dashboard': /^\$[\d,]{5,}$/,
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
      .locator('.boot-heading, .boot-figure, .boot-facts, .boot-card-text')
      .filter({ hasText: beginning })
    await expect(first.first()).toBeVisible()
    const texts = await first.allInnerTexts()
    release()
    await entered
    await expect(page.locator('#boot')).toHaveCount(0)
    for (const text of texts) await expect(page.getByRole('main')).toContainText(text)
  })
}

test('a dashboard that is opened asks for layout and numbers in one call', async ({ page, winery, enter }) => {
  await page.setViewportSize(PHONE)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await enter(winery.session, '/dashboard')
  await expect(page.locator('[data-tile] article').first()).toContainText('$')
  const ofDashboards = asked.filter((path) => path.startsWith('/api/dashboards/'))
  expect(ofDashboards).toEqual(['/api/dashboards/default/opened'])
})
