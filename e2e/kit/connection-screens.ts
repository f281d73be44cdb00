import { expect, type Page } from '@playwright/test'
import { DIALOG, type Screen, screen } from './screen.ts'

const SERVICES = '/admin/services'

const main = (page: Page) => page.getByRole('main')
const heading = (name: string) => (page: Page) =>
  expect(main(page).getByRole('heading', { name }).first()).toBeVisible()

const openMenu = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Actions for Commerce7' }).click()
  await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeVisible()
}

const fromMenu = (choice: string, then: (page: Page) => Promise<void>) => async (page: Page) => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: choice }).click()
  await then(page)
}

/** Screens of an account connected to Commerce7, and of adding the connection. */
export const connectionScreens: readonly Screen[] = [
  screen('add-service', 'newcomer', `${SERVICES}/new`, heading('Which platform do you use?')),
  screen('connect-with-messages', 'newcomer', `${SERVICES}/new?type=commerce7`, async (page) => {
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('This field is required').first()).toBeVisible()
  }),
  screen('connect-by-consent', 'newcomer', `${SERVICES}/new?type=square`, heading('Connect Square')),
  screen('connect-by-sent-key', 'newcomer', `${SERVICES}/new?type=woocommerce`, heading('Connect WooCommerce')),
  screen('connect-by-key', 'newcomer', `${SERVICES}/new?type=bigcommerce`, heading('Connect BigCommerce')),
  screen('not-connected', 'newcomer', `${SERVICES}/connected?state=unknown`, heading('Not connected')),
  screen('services-connected', 'connected', SERVICES, openMenu),
  screen('service', 'connected', SERVICES, async (page) => {
    await page.getByRole('link', { name: 'Commerce7', exact: true }).click()
    await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
  }),
  screen('edit-service', 'connected', SERVICES, fromMenu('Edit', heading('Edit service'))),
  screen(
    'remove-service',
    'connected',
    SERVICES,
    { part: DIALOG },
    fromMenu('Remove', (page) => expect(page.getByRole('dialog', { name: 'Remove Commerce7?' })).toBeVisible()),
  ),
  screen('skipped-records', 'connected', SERVICES, async (page) => {
    await page.getByRole('link', { name: '1 record' }).click()
    await expect(page.getByRole('region', { name: 'Skipped records' })).toBeVisible()
  }),
  screen('sync-run', 'connected', SERVICES, async (page) => {
    await page.getByRole('link', { name: 'Commerce7', exact: true }).click()
    await page.getByRole('region', { name: 'History' }).getByRole('link').first().click()
    await expect(page.getByText('Sync finished')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Skipped records' })).toBeVisible()
  }),
  screen(
    'reconciliation',
    'connected',
    SERVICES,
    fromMenu('Compare totals', (page) => expect(page.getByRole('region', { name: 'Difference' })).toBeVisible()),
  ),
  screen('data-health', 'connected', `${SERVICES}/health`, (page) =>
    expect(page.getByText(/checks? passed$/)).toBeVisible(),
  ),
  screen('data-health-empty', 'newcomer', `${SERVICES}/health`, heading('Nothing to check yet')),
  screen('tasting-experiences', 'connected', '/admin/tasting-experiences', async (page) => {
    await page.getByRole('checkbox', { name: 'Estate Flight' }).check()
    await expect(page.getByRole('toolbar', { name: 'Unsaved changes' })).toBeVisible()
  }),
  screen('club-signup-products', 'connected', '/admin/club-signup-products', async (page) => {
    await page.getByRole('checkbox', { name: 'Estate Flight' }).check()
    await page.getByRole('textbox', { name: 'Club for Estate Flight' }).fill('')
    await expect(page.getByText('Enter a club for each selected product')).toBeVisible()
  }),
  screen('no-products', 'newcomer', '/admin/tasting-experiences', heading('No products yet')),
]
