import type { Page } from '@playwright/test'
import { expect, test } from './kit/test.ts'

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Simulates returning to the window after something has changed elsewhere. */
const returnToPage = (page: Page): Promise<void> => page.evaluate(() => void window.dispatchEvent(new Event('focus')))

test('names, currency and dashboards that changed elsewhere are shown on returning to the window', async ({
  page,
  api,
  enter,
}) => {
  const member = await api.register()
  const { access_token: token, user } = member.session
  const { slug } = await api.createDashboard(token, { name: 'Club', description: null, widgets: [] })
  await enter(member.session, `/dashboard/${slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Club')
  await expect(sidebar(page).getByText('Winery')).toBeVisible()

  await api.send('PUT', `/dashboards/${slug}/name`, { token, body: { newValue: 'Wine club' } })
  await api.send('PUT', '/account/name', { token, body: { name: 'Old Oak Cellars' } })
  await api.send('PUT', `/user/${user.id}`, { token, body: { firstName: 'Robina' } })
  await api.createDashboard(token, { name: 'Tasting room', description: null, widgets: [] })
  await returnToPage(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wine club')
  await expect(sidebar(page).getByText('Old Oak Cellars')).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: 'Tasting room' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Profile menu/ })).toHaveAccessibleName(/Robina/)
})

/** Milliseconds after which a focused window shows what was changed elsewhere. */
const SHOWN_WITHIN_MS = 5_000

test('a name and a currency that changed elsewhere reach a focused window by themselves', async ({
  page,
  api,
  enter,
}) => {
  const { session } = await api.register()
  const { access_token: token, user } = session
  await enter(session, '/admin/settings')
  await expect(sidebar(page).getByText('Winery')).toBeVisible()
  const body = { id: user.accountId, name: 'Old Oak Cellars', currency: 'EUR' }
  await api.send('PUT', '/account', { token, body })
  await expect(sidebar(page).getByText('Old Oak Cellars')).toBeVisible({ timeout: SHOWN_WITHIN_MS })
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue(/EUR/)
})

test('the footer says nothing of the last refresh until it is known', async ({ page, winery, enter }) => {
  for (const path of ['/account', '/system/setting?*']) {
    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    await page.route(`**/api${path}`, async (route) => {
      asked.resolve()
      await held.promise
      await route.continue()
    })
    await enter(winery.session, '/profile')
    await asked.promise
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText('All rights reserved')
    await expect(footer).not.toContainText('Last updated')
    held.resolve()
    await expect(footer).toContainText(/Last updated: \w{3} \d/)
    await page.unroute(`**/api${path}`)
  }
})

test('a run that was started elsewhere is in the history', { tag: '@full' }, async ({ page, api, enter }) => {
  const member = await api.register()
  const { access_token: token } = member.session
  const { id } = await api.addService(token, { type: 'sample', name: 'Sample', settings: { orders: 2000 } })
  await api.waitUntilLoaded(token)
  await enter(member.session, `/admin/services/${id}`)
  const runs = page.getByRole('region', { name: 'History' }).getByRole('row')
  await expect(runs).toHaveCount(2)
  await api.startSync(token, id)
  await api.waitUntilLoaded(token)
  await returnToPage(page)
  await expect(runs).toHaveCount(3)
})

test('settings that changed elsewhere are taken over, and the fields being edited stay', async ({
  page,
  api,
  enter,
}) => {
  const member = await api.register()
  const { access_token: token, user } = member.session
  await enter(member.session, '/admin/settings')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('My Cellars')
  await api.send('PUT', '/account', { token, body: { id: user.accountId, currency: 'EUR', name: 'Their Cellars' } })
  await returnToPage(page)
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue(/EUR/)
  await expect(name).toHaveValue('My Cellars')
})

test('a smaller plan changes the menu by itself and leads to the plans instead of to a failure', async ({
  page,
  api,
  server,
  enter,
  watch,
}) => {
  watch.expectConsole(/status of 402/)
  const { email } = await api.register()
  await server.operate('account', email, '--type', 'Estate')
  await enter(await api.signIn(email), '/reports/shared-reports')
  const link = sidebar(page).getByRole('link', { name: 'Shared Reports' })
  await expect(link).toBeVisible()
  await server.operate('account', email, '--type', 'Micro')
  await expect(link).toHaveCount(0, { timeout: SHOWN_WITHIN_MS })
  await returnToPage(page)
  await expect(page.getByText('This page isn’t included in the Micro plan.')).toBeVisible()
})

test('smaller roles change the menu and lead away from a page that they do not include', async ({
  page,
  api,
  server,
  enter,
}) => {
  const { email } = await api.register()
  await enter(await api.signIn(email), '/admin/users')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await server.operate('account', email, '--roles', 'User')
  await returnToPage(page)
  await expect(page).toHaveURL('/error/unauthorized')
})
