import type { Page } from '@playwright/test'
import { ReportResult } from '#contract/reports.ts'
import { field } from './kit/actions.ts'
import type { Api, Member } from './kit/api.ts'
import { tile, toast, waitForTiles } from './kit/dashboard.ts'
import type { Commerce7 } from './kit/platforms.ts'
import { expect, test } from './kit/test.ts'

/** Milliseconds for syncing a small tenant on a busy machine. */
const SYNC_LIMIT = 60_000

const main = (page: Page) => page.getByRole('main')
const secretField = (page: Page, label: string) => page.getByRole('textbox', { name: label })

const ordersOf = async (api: Api, { session }: Member): Promise<number> => {
  const definition = { reportType: 'Orders', columns: [{ columnId: 'orderId' }] }
  const body = { definition, pageSize: 1 }
  return (await api.call(ReportResult, 'POST', '/reports/query', { token: session.access_token, body })).rowCount
}

const connect = async (api: Api, { settings }: Commerce7): Promise<Member> => {
  const member = await api.register()
  const token = member.session.access_token
  await api.addService(token, { type: 'commerce7', name: 'Commerce7', settings })
  await api.waitUntilLoaded(token)
  return member
}

test('connects Commerce7: wrong credentials keep the form, correct ones load the orders', async ({
  page,
  api,
  commerce7,
  enter,
}) => {
  test.slow()
  const { tenant = '', appId = '', appSecret = '' } = commerce7.settings
  const member = await api.register({ timeZone: 'America/New_York' })
  await enter(member.session, '/admin/services')
  await page.getByRole('link', { name: 'Connect a platform' }).click()
  await page.getByRole('button', { name: /^Commerce7/ }).click()
  await expect(page.getByRole('heading', { name: 'Connect Commerce7' })).toBeFocused()

  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(field(page, 'Tenant')).toHaveAccessibleDescription(/This field is required/)
  await field(page, 'Tenant').fill(tenant)
  await field(page, 'App ID').fill(appId)
  await secretField(page, 'App secret key').fill('not the key')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Connection failed')).toBeVisible()
  await expect(field(page, 'App ID')).toHaveValue(appId)

  await secretField(page, 'App secret key').fill(appSecret)
  await expect(page.getByText('Connection failed')).toHaveCount(0)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Connection successful')).toBeVisible()
  await expect(main(page)).toContainText('Estate Cellars')
  await expect(main(page)).toContainText(
    'The business is in America/Los_Angeles, but your account is in America/New_York.',
  )
  await page.getByRole('button', { name: 'Continue' }).click()
  await field(page, 'Name').fill('Tasting room')
  await page.goBack()
  await expect(secretField(page, 'App secret key')).toHaveValue(appSecret)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(field(page, 'Name')).toHaveValue('Tasting room')
  await page.getByLabel('Sync').selectOption({ label: 'Every 15 minutes' })
  await page.getByRole('button', { name: 'Add and start first sync' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Tasting room' })).toBeVisible()
  await expect(page.getByText('Sync finished')).toBeVisible({ timeout: SYNC_LIMIT })
  await expect(main(page)).toContainText('Every 15 minutes')
  expect(await ordersOf(api, member)).toBe(commerce7.orderCount)

  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  await waitForTiles(page)
  await expect(tile(page, 'Customer Lifetime Values')).toContainText('$')
})

test('connects Square by consent there, and again after it ended', async ({ page, api, square, enter, watch }) => {
  watch.expectConsole(/status of 409/)
  const member = await api.register()
  await enter(member.session, '/admin/services/new')
  await page.getByRole('button', { name: /^Square/ }).click()
  await expect(page.getByRole('heading', { name: 'Connect Square' })).toBeFocused()
  square.consent.isDeclined = true
  await page.getByRole('button', { name: 'Continue to Square' }).click()
  await expect(page.getByText('Square didn’t give Cuvee access. Nothing was connected.')).toBeVisible()

  square.consent.isDeclined = false
  await page.getByRole('link', { name: 'Go to Services' }).click()
  await page.getByRole('link', { name: 'Connect a platform' }).click()
  await page.getByRole('button', { name: /^Square/ }).click()
  await page.getByRole('button', { name: 'Continue to Square' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Square' })).toBeVisible()
  await expect(page.getByText('Sync finished')).toBeVisible({ timeout: SYNC_LIMIT })

  square.consent.revoke()
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(main(page)).toContainText('Square no longer gives Cuvee access.', { timeout: SYNC_LIMIT })
  await page.getByRole('button', { name: 'Connect again' }).click()
  await expect(page.getByText('Up to date')).toBeVisible({ timeout: SYNC_LIMIT })
  await expect(page.getByRole('button', { name: 'Connect again' })).toHaveCount(0)
})

test('lists an invalid record as skipped with its reason, next to its run', { tag: '@full' }, async ({
  page,
  api,
  commerce7,
  enter,
}) => {
  commerce7.corruptOneOrder()
  const member = await connect(api, commerce7)
  await enter(member.session, '/admin/services')
  await page.getByRole('link', { name: '1 record', exact: true }).click()
  const record = page.getByRole('region', { name: 'Skipped records' }).getByRole('row').nth(1)
  await expect(record).toContainText('Orders')
  await expect(record).toContainText('subTotal')
  expect(await ordersOf(api, member)).toBe(commerce7.orderCount - 1)

  await page.getByRole('link', { name: 'Commerce7' }).click()
  await page.getByRole('region', { name: 'History' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Skipped records (1)' })).toBeVisible()
})

test('asks for rejected credentials, and fixes them without retyping the others', { tag: '@full' }, async ({
  page,
  api,
  commerce7,
  enter,
}) => {
  const member = await connect(api, commerce7)
  await enter(member.session, '/admin/services')
  const card = page.getByRole('region', { name: 'Commerce7' })
  await expect(card.getByText('Up to date')).toBeVisible()
  commerce7.server.failNext({ status: 401, body: '{"type":"unauthorized"}' }, { times: 5 })
  await card.getByRole('button', { name: 'Sync now' }).click()
  await expect(card.getByText('Needs attention')).toBeVisible({ timeout: SYNC_LIMIT })
  commerce7.server.heal()

  await card.getByRole('link', { name: 'Edit connection' }).click()
  await expect(field(page, 'Tenant')).toHaveValue(commerce7.settings.tenant ?? '')
  await expect(secretField(page, 'App secret key')).toHaveValue('')
  await secretField(page, 'App secret key').fill('not the key')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Connection failed')).toBeVisible()
  await secretField(page, 'App secret key').fill(commerce7.settings.appSecret ?? '')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Connection successful')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Service saved')).toBeVisible()
  await expect(main(page).getByText('Up to date')).toBeVisible({ timeout: SYNC_LIMIT })
})

test('compares a month with the platform, and removes a service with its rows', { tag: '@full' }, async ({
  page,
  api,
  commerce7,
  enter,
}) => {
  const member = await connect(api, commerce7)
  await enter(member.session, '/admin/services')
  await page.getByRole('link', { name: 'Commerce7', exact: true }).click()
  await page.getByRole('link', { name: 'Compare totals' }).click()
  await expect(page.getByText(/ matches$/)).toBeVisible()
  const ours = await page.getByRole('region', { name: 'Cuvee' }).textContent()
  expect(await page.getByRole('region', { name: 'Commerce7' }).textContent()).toBe(ours?.replace('Cuvee', 'Commerce7'))
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(page).toHaveURL(/month=\d{4}-\d\d$/)

  await page.getByRole('link', { name: 'Commerce7', exact: true }).click()
  await page.getByRole('button', { name: 'Actions for Commerce7' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove service and data' }).click()
  await expect(toast(page, 'Service removed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No services yet' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('img', { name: /No services/ })).toBeVisible()
  expect(await ordersOf(api, member)).toBe(0)
})

test('selects, resets and saves what counts as a tasting', { tag: '@full' }, async ({
  page,
  api,
  commerce7,
  enter,
}) => {
  const member = await connect(api, commerce7)
  await enter(member.session, '/admin/tasting-experiences')
  const flight = page.getByRole('checkbox', { name: 'Estate Flight' })
  await page.getByRole('textbox', { name: 'Search products' }).fill('flight')
  await flight.check()
  await page.getByRole('textbox', { name: 'Guests per unit of Estate Flight' }).fill('2')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('textbox', { name: 'Guests per unit of Estate Flight' })).toHaveValue('1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(flight).not.toBeChecked()
  await expect(page.getByRole('toolbar', { name: 'Unsaved changes' })).toContainText('No unsaved changes')

  await flight.check()
  await page.getByRole('link', { name: 'Club Signup Products' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Tasting experiences saved')).toBeVisible()
  await page.reload()
  await expect(flight).toBeChecked()
})
