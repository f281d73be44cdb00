import { startWooFake, type WooFake } from '#connectors/woocommerce/fake/fake-woocommerce.fixture.ts'
import { ReportResult } from '#contract/reports.ts'
import { field } from './kit/actions.ts'
import type { Api, Member } from './kit/api.ts'
import { startServer } from './kit/server.ts'
import { test as base, expect } from './kit/test.ts'

/** Milliseconds for syncing a small tenant on a busy machine. */
const SYNC_LIMIT = 60_000

const ordersOf = async (api: Api, { session }: Member): Promise<number> => {
  const definition = { reportType: 'Orders', columns: [{ columnId: 'orderId' }] }
  const body = { definition, pageSize: 1 }
  return (await api.call(ReportResult, 'POST', '/reports/query', { token: session.access_token, body })).rowCount
}

const test = base.extend<object, { readonly woocommerce: WooFake }>({
  woocommerce: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
    async ({}, use) => {
      const fake = await startWooFake({ orders: 60 })
      await use(fake)
      await fake.server.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ woocommerce: { server: store, basePath } }, use) => {
      const env = { CONNECTOR_ALLOW_PRIVATE: '1', WOOCOMMERCE_URL: `${store.url}${basePath}` }
      const server = await startServer({ env })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('connects WooCommerce by approving there, and again after the key was removed', { tag: '@full' }, async ({
  page,
  api,
  woocommerce,
  enter,
  watch,
}) => {
  watch.expectConsole(/status of 409/)
  const member = await api.register({ timeZone: 'America/Los_Angeles' })
  await enter(member.session, '/admin/services/new?type=woocommerce')
  await page.getByRole('button', { name: 'Continue to WooCommerce' }).click()
  await expect(field(page, 'Store URL')).toHaveAccessibleDescription(/This field is required/)
  await field(page, 'Store URL').fill('https://shop.example.com')
  woocommerce.consent.isDeclined = true
  await page.getByRole('button', { name: 'Continue to WooCommerce' }).click()
  await expect(page.getByText('WooCommerce didn’t give Cuvee access. Nothing was connected.')).toBeVisible()

  woocommerce.consent.isDeclined = false
  await enter(member.session, '/admin/services/new?type=woocommerce')
  await field(page, 'Store URL').fill('https://shop.example.com')
  await page.getByRole('button', { name: 'Continue to WooCommerce' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'WooCommerce' })).toBeVisible()
  await expect(page.getByText('Sync finished')).toBeVisible({ timeout: SYNC_LIMIT })
  expect(await ordersOf(api, member)).toBe(woocommerce.expected().filter(({ table }) => table === 'orders').length)

  woocommerce.consent.keys.clear()
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(page.getByText('WooCommerce no longer gives Cuvee access.').first()).toBeVisible({ timeout: SYNC_LIMIT })
  await page.getByRole('button', { name: 'Connect again' }).click()
  await expect(page.getByText('Up to date')).toBeVisible({ timeout: SYNC_LIMIT })
})
