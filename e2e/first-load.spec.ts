import type { Page } from '@playwright/test'
import type { AccountStatus } from '#contract/account.ts'
import { FAILED_CALL, failCalls } from './kit/browser.ts'
import { tile, tiles, waitForTiles } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

const footer = (page: Page) => page.getByRole('contentinfo')
const banner = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: 'Loading your data' })

/** Merges these fields into the account's status while `shown` is set. */
const withStatus = async (page: Page, status: { shown: Partial<AccountStatus> | null }): Promise<void> => {
  await page.route('**/api/account/status', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...status.shown } })
  })
}

test('an open dashboard notices the first load: its progress, then the numbers and their time', {
  tag: '@full',
}, async ({ page, api, enter }) => {
  test.slow()
  const { session } = await api.register()
  const status: { shown: Partial<AccountStatus> | null } = { shown: null }
  await withStatus(page, status)
  await enter(session, '/')
  await expect(tile(page, 'Sales by Period')).toContainText('No data yet. Connect a service.')
  await expect(footer(page)).toContainText('Last updated: Unknown')

  status.shown = { currentServiceCount: 1, firstLoad: { done: 61, total: 100 } }
  await expect(banner(page)).toContainText('Loading your data, 61%')
  await expect(tile(page, 'Sales by Period')).toContainText('Loading your data, 61%')

  await api.addService(session.access_token, { type: 'sample', name: 'Sample', settings: {} })
  await api.waitUntilLoaded(session.access_token)
  status.shown = null
  await expect(banner(page)).toHaveCount(0)
  await waitForTiles(page)
  await expect(tile(page, 'Sales by Period')).toContainText('$')
  await expect(footer(page)).toContainText(/Last updated: [A-Z][a-z]{2} \d/)
})

const DRAWN: Readonly<Record<string, RegExp>> = {
  '/': /^Cuvee Dashboard$/,
  '/reports/orders/by-brand': /^Orders by Brand$/,
}

for (const [path, name] of Object.entries(DRAWN)) {
  test(`an account that fails to load is logged, and ${path} is drawn with defaults`, {
    tag: path === '/' ? [] : '@full',
  }, async ({ page, winery, enter, watch }) => {
    watch.expectConsole(FAILED_CALL, /could not be loaded/)
    const logged = page.waitForEvent('console', (message) => message.text().includes('could not be loaded'))
    await failCalls(page, 'GET', '/account')
    await enter(winery.session, path)
    await logged
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/\d/)
    await expect(page.getByText('couldn’t be loaded')).toHaveCount(0)
  })
}

const MAY_COME_FIRST = ['GET /system/client', 'POST /token']

test('start-up calls are sent in the order of the specification, before those of the page', {
  tag: '@full',
}, async ({ page, api, enter }) => {
  const { session } = await api.register()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname.slice('/api'.length)}`)
  })
  const expectSpecifiedOrder = () =>
    expect(calls.filter((call) => !MAY_COME_FIRST.includes(call)).slice(0, 4)).toEqual([
      `GET /user/${session.user.id}`,
      'GET /notification',
      'GET /account',
      'GET /account/status',
    ])
  await enter(session, '/')
  await expect(tiles(page).first()).toBeVisible()
  expectSpecifiedOrder()

  // With a token that expires soon, the app sends them; otherwise the page's own script does, while the code is loading.
  await page.evaluate(() => sessionStorage.setItem('token_expiry', String(Date.now() / 1000 + 60)))
  calls.length = 0
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  expectSpecifiedOrder()
})
