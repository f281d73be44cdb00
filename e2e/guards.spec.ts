import type { Locator } from '@playwright/test'
import { expect, test } from './kit/test.ts'

type Outcome = 'open' | 'unauthorized' | 'plan'

const REPORT_GROUPS = ['Sales Trends', 'Orders', 'Products', 'Customers', 'Clubs', 'More Reports', 'AI Insights']

/** Of a user of a Micro account. */
const PAGES: readonly (readonly [path: string, title: string, outcome: Outcome])[] = [
  ['/reports/sales/sales-trends', '3-Year Sales Trends', 'open'],
  ['/reports/orders/by-brand', 'Orders by Brand', 'plan'],
  ['/reports/clubs/holds', 'Club Holds', 'plan'],
  ['/ai/settings', 'Unauthorized', 'unauthorized'],
  ['/admin/services', 'Unauthorized', 'unauthorized'],
  ['/billing', 'Unauthorized', 'unauthorized'],
]

const MESSAGES: Readonly<Record<Exclude<Outcome, 'open'>, string>> = {
  unauthorized: 'You are not authorized to visit this page.',
  plan: 'This page isn’t included in the',
}

const item = (menu: Locator, name: string): Locator => menu.getByRole('link', { name, exact: true })

test('a user of a Micro account sees the permitted pages and menu items only', async ({ page, api, server, enter }) => {
  const { email } = await api.register()
  await server.operate('account', email, '--type', 'Micro', '--roles', 'User')
  await enter(await api.signIn(email), '/reports/my-reports')

  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('button')).toHaveText(['Dashboard', ...REPORT_GROUPS])
  await menu.getByRole('button', { name: 'Clubs' }).click()
  for (const name of ['Active Clubs', 'Cancellation List']) await expect(item(menu, name)).toBeVisible()
  for (const name of ['Holds', 'Releases']) await expect(item(menu, name)).toHaveCount(0)

  for (const [path, title, outcome] of PAGES) {
    await page.goto(path)
    await expect(page).toHaveTitle(`Cuvee | ${title}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    for (const [kind, sentence] of Object.entries(MESSAGES)) {
      await expect(page.getByText(sentence), `${path} ${kind}`).toHaveCount(kind === outcome ? 1 : 0)
    }
    if (outcome === 'unauthorized') await expect(page).toHaveURL('/error/unauthorized')
  }
})

const ERROR_PAGES = [
  ['/error/unauthorized', 'Unauthorized', 'You are not authorized to visit this page.'],
  ...['/no/such/page', '/%E0%A4%A', '//x'].map(
    (path) => [path, 'Page not found', 'Please check the URL in the address bar and try again.'] as const,
  ),
] as const

test('pages of errors explain the problem and link to the home page and to support', async ({ page, server }) => {
  for (const [path, title, sentence] of ERROR_PAGES) {
    await page.goto(`${server.url}${path}`)
    await expect(page).toHaveTitle(`Cuvee | ${title}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', /^https:/)
    await page.getByRole('link', { name: 'Go home' }).click()
    await expect(page).toHaveURL(/\/sign-in/)
  }
})

test('opens the current menu group, marks the current page, and warns while there are no services', {
  tag: '@full',
}, async ({ page, api, enter }) => {
  const { session } = await api.register()
  await enter(session, '/admin/services')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('button', { name: 'Admin Settings' })).toHaveAttribute('aria-expanded', 'true')
  await expect(menu.getByRole('link', { name: /^Services/ })).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByRole('img', { name: 'No services are configured yet' })).toBeVisible()
  await menu.getByRole('button', { name: 'Orders' }).click()
  await menu.getByRole('link', { name: 'Order List' }).click()
  await expect(page).toHaveURL('/reports/orders/list?relativeDate=OrderDate-Last30Days')
  await expect(page.getByRole('heading', { level: 1, name: 'Order List' })).toBeVisible()
})
