import type { Page } from '@playwright/test'
import { bigcommerceConnector } from '#connectors/bigcommerce/bigcommerce.connector.ts'
import { startFakeBigCommerce } from '#connectors/bigcommerce/fake-bigcommerce.fixture.ts'
import { commerce7Connector } from '#connectors/commerce7/commerce7.connector.ts'
import {
  FAKE_SECRETS as COMMERCE7_SECRETS,
  FAKE_SETTINGS as COMMERCE7_SETTINGS,
  startFakeCommerce7,
} from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { createWinery as createCommerce7Winery } from '#connectors/commerce7/winery.fixture.ts'
import type { ConformanceFake } from '#connectors/kit/conformance-fake.fixture.ts'
import type { ConnectorManifest } from '#connectors/kit/manifest.ts'
import { startFakeMailchimp } from '#connectors/mailchimp/fake-mailchimp.fixture.ts'
import { mailchimpConnector } from '#connectors/mailchimp/mailchimp.connector.ts'
import { FAKE_APP, startFakeShopify } from '#connectors/shopify/fake/fake-shopify.fixture.ts'
import { createShopifyWinery } from '#connectors/shopify/fake/winery.fixture.ts'
import { shopifyConnector } from '#connectors/shopify/shopify.connector.ts'
import { startFakeToast } from '#connectors/toast/fake/fake-toast.fixture.ts'
import { toastConnector } from '#connectors/toast/toast.connector.ts'
import {
  startFakeWineDirect,
  FAKE_SECRETS as WINEDIRECT_SECRETS,
  FAKE_SETTINGS as WINEDIRECT_SETTINGS,
} from '#connectors/winedirect/fake-winedirect.fixture.ts'
import { winedirectConnector } from '#connectors/winedirect/winedirect.connector.ts'
import { createWinery as createWineDirectWinery } from '#connectors/winedirect/winery.fixture.ts'
import { startWooFake, type WooFake } from '#connectors/woocommerce/fake/fake-woocommerce.fixture.ts'
import { woocommerceConnector } from '#connectors/woocommerce/woocommerce.connector.ts'
import { ReportResult } from '#contract/reports.ts'
import { field } from './kit/actions.ts'
import type { Api, Member } from './kit/api.ts'
import { startServer } from './kit/server.ts'
import { test as base, expect } from './kit/test.ts'

/** Milliseconds for syncing a small tenant on a busy machine. */
const SYNC_LIMIT = 60_000

/** A platform on loopback, with the settings that a user types, and the rows that a sync must load, known from its seed. */
type Fake = Pick<ConformanceFake, 'server' | 'basePath' | 'settings' | 'secrets' | 'expected'>

interface Platform {
  readonly connector: ConnectorManifest
  readonly start: () => Promise<Fake>
}

/** Every platform with orders that is connected by filling in a form. */
const PLATFORMS: readonly Platform[] = [
  {
    connector: commerce7Connector,
    start: async () => {
      const winery = createCommerce7Winery({ orders: 64, now: Date.now })
      const { server } = await startFakeCommerce7({ store: winery.store })
      const credentials = { settings: COMMERCE7_SETTINGS, secrets: COMMERCE7_SECRETS }
      return { server, basePath: '/v1', ...credentials, expected: () => winery.rows() }
    },
  },
  {
    connector: winedirectConnector,
    start: async () => {
      const winery = createWineDirectWinery({ orders: 64, now: Date.now, days: 70 })
      const { server } = await startFakeWineDirect({ store: winery.store, now: Date.now, mostRows: 10 })
      const credentials = { settings: WINEDIRECT_SETTINGS, secrets: WINEDIRECT_SECRETS }
      return { server, basePath: '', ...credentials, expected: () => winery.rows() }
    },
  },
  {
    connector: shopifyConnector,
    start: async () => {
      const winery = createShopifyWinery({ orders: 60, until: Date.now() - 60_000 })
      const { server, settings } = await startFakeShopify({ winery })
      return { server, basePath: '', settings, secrets: FAKE_APP, expected: () => winery.rows() }
    },
  },
  { connector: bigcommerceConnector, start: () => startFakeBigCommerce({ orders: 60 }) },
  { connector: toastConnector, start: () => startFakeToast({ orders: 60 }) },
]

const ordersOf = async (api: Api, { session }: Member): Promise<number> => {
  const definition = { reportType: 'Orders', columns: [{ columnId: 'orderId' }] }
  const body = { definition, pageSize: 1 }
  return (await api.call(ReportResult, 'POST', '/reports/query', { token: session.access_token, body })).rowCount
}

const orderCount = (fake: Fake): number => fake.expected().filter(({ table }) => table === 'orders').length

interface WorkerFixtures {
  readonly fakes: ReadonlyMap<string, Fake>
  readonly woocommerce: WooFake
}

const test = base.extend<object, WorkerFixtures>({
  woocommerce: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
    async ({}, use) => {
      const fake = await startWooFake({ orders: 60 })
      await use(fake)
      await fake.server.close()
    },
    { scope: 'worker' },
  ],
  fakes: [
    async ({ woocommerce }, use) => {
      const fakes = new Map<string, Fake>([[woocommerceConnector.type, woocommerce]])
      fakes.set(mailchimpConnector.type, await startFakeMailchimp({ campaigns: 20, now: Date.now }))
      for (const { connector, start } of PLATFORMS) fakes.set(connector.type, await start())
      await use(fakes)
      for (const { server } of fakes.values()) if (server !== woocommerce.server) await server.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ fakes }, use) => {
      const urls = [...fakes].map(([type, { server, basePath }]) => [
        `${type.toUpperCase()}_URL`,
        `${server.url}${basePath}`,
      ])
      const server = await startServer({ env: { CONNECTOR_ALLOW_PRIVATE: '1', ...Object.fromEntries(urls) } })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** From the wizard's form, with its settings empty, to the service after its first sync. */
const addByForm = async (page: Page, { title, settingsSchema }: ConnectorManifest, fake: Fake): Promise<void> => {
  for (const [key, value] of Object.entries({ ...fake.settings, ...fake.secrets })) {
    const setting = settingsSchema.properties[key]
    if (!setting) throw new Error(`${title} has no setting ${key}`)
    if (setting.enum) await field(page, setting.title).selectOption(String(value))
    else await page.getByRole('textbox', { name: new RegExp(`^${setting.title}( \\*)?$`) }).fill(String(value))
  }
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Connection successful')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Add and start first sync' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('Sync finished')).toBeVisible({ timeout: SYNC_LIMIT })
}

for (const connector of [...PLATFORMS.map((platform) => platform.connector), woocommerceConnector]) {
  const { type, title } = connector
  test(`connects ${title} by its form and loads every order`, { tag: '@full' }, async ({ page, api, fakes, enter }) => {
    const fake = fakes.get(type)
    if (!fake) throw new Error(`No fake is running for ${type}`)
    const member = await api.register({ timeZone: 'America/Los_Angeles' })
    await enter(member.session, '/admin/services/new')
    await page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
    if (type === 'woocommerce') await page.getByRole('button', { name: 'Enter credentials instead' }).click()
    await addByForm(page, connector, fake)
    expect(await ordersOf(api, member)).toBe(orderCount(fake))
  })
}

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
  await expect(field(page, 'Store address')).toHaveAccessibleDescription(/This field is required/)
  await field(page, 'Store address').fill('https://shop.example.com')
  woocommerce.consent.isDeclined = true
  await page.getByRole('button', { name: 'Continue to WooCommerce' }).click()
  await expect(page.getByText('WooCommerce didn’t give Cuvee access. Nothing was connected.')).toBeVisible()

  woocommerce.consent.isDeclined = false
  await enter(member.session, '/admin/services/new?type=woocommerce')
  await field(page, 'Store address').fill('https://shop.example.com')
  await page.getByRole('button', { name: 'Continue to WooCommerce' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'WooCommerce' })).toBeVisible()
  await expect(page.getByText('Sync finished')).toBeVisible({ timeout: SYNC_LIMIT })
  expect(await ordersOf(api, member)).toBe(orderCount(woocommerce))

  woocommerce.consent.keys.clear()
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(page.getByText('WooCommerce no longer gives Cuvee access.').first()).toBeVisible({ timeout: SYNC_LIMIT })
  await page.getByRole('button', { name: 'Connect again' }).click()
  await expect(page.getByText('Up to date')).toBeVisible({ timeout: SYNC_LIMIT })
})

test('connects Mailchimp by its form, and the campaigns are in the calendar', { tag: '@full' }, async ({
  page,
  api,
  fakes,
  enter,
}) => {
  const fake = fakes.get('mailchimp')
  if (!fake) throw new Error('No fake is running for mailchimp')
  const member = await api.register({ timeZone: 'America/Los_Angeles' })
  await enter(member.session, '/admin/services/new?type=mailchimp')
  await addByForm(page, mailchimpConnector, fake)
  const campaigns = fake.expected().flatMap((of) => (of.table === 'campaigns' ? [of.row] : []))
  const sent = campaigns.filter((campaign) => Number(campaign.sent) < Date.now())
  const latest = sent.toSorted((one, other) => Number(other.sent) - Number(one.sent))[0]
  if (!latest) throw new Error('The fake has no sent campaign')
  await page.goto('/calendar')
  const note = page.getByRole('row').filter({ hasText: String(latest.name) })
  await expect(note.first()).toContainText('From Mailchimp')
})
