import { expect, type Page } from '@playwright/test'
import { DIALOG, type Screen } from './screen.ts'

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
  { name: 'add-service', persona: 'newcomer', path: `${SERVICES}/new`, open: heading('Which platform do you use?') },
  {
    name: 'connect-with-messages',
    persona: 'newcomer',
    path: `${SERVICES}/new?type=commerce7`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Test connection' }).click()
      await expect(page.getByText('This field is required').first()).toBeVisible()
    },
  },
  {
    name: 'connect-by-consent',
    persona: 'newcomer',
    path: `${SERVICES}/new?type=square`,
    open: heading('Connect Square'),
  },
  {
    name: 'connect-by-sent-key',
    persona: 'newcomer',
    path: `${SERVICES}/new?type=woocommerce`,
    open: heading('Connect WooCommerce'),
  },
  {
    name: 'connect-by-key',
    persona: 'newcomer',
    path: `${SERVICES}/new?type=bigcommerce`,
    open: heading('Connect BigCommerce'),
  },
  {
    name: 'not-connected',
    persona: 'newcomer',
    path: `${SERVICES}/connected?state=unknown`,
    open: heading('Not connected'),
  },
  { name: 'services-connected', persona: 'connected', path: SERVICES, open: openMenu },
  {
    name: 'service',
    persona: 'connected',
    path: SERVICES,
    open: async (page) => {
      await page.getByRole('link', { name: 'Commerce7', exact: true }).click()
      await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
    },
  },
  { name: 'edit-service', persona: 'connected', path: SERVICES, open: fromMenu('Edit', heading('Edit service')) },
  {
    name: 'remove-service',
    part: DIALOG,
    persona: 'connected',
    path: SERVICES,
    open: fromMenu('Remove', (page) => expect(page.getByRole('dialog', { name: 'Remove Commerce7?' })).toBeVisible()),
  },
  {
    name: 'skipped-records',
    persona: 'connected',
    path: SERVICES,
    open: async (page) => {
      await page.getByRole('link', { name: '1 record' }).click()
      await expect(page.getByRole('region', { name: 'Skipped records' })).toBeVisible()
    },
  },
  {
    name: 'sync-run',
    persona: 'connected',
    path: SERVICES,
    open: async (page) => {
      await page.getByRole('link', { name: 'Commerce7', exact: true }).click()
      await page.getByRole('region', { name: 'History' }).getByRole('link').first().click()
      await expect(page.getByText('Sync finished')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Skipped records' })).toBeVisible()
    },
  },
  {
    name: 'reconciliation',
    persona: 'connected',
    path: SERVICES,
    open: fromMenu('Compare totals', (page) => expect(page.getByRole('region', { name: 'Difference' })).toBeVisible()),
  },
  {
    name: 'data-health',
    persona: 'connected',
    path: `${SERVICES}/health`,
    open: (page) => expect(page.getByText(/checks? passed$/)).toBeVisible(),
  },
  { name: 'data-health-empty', persona: 'newcomer', path: `${SERVICES}/health`, open: heading('Nothing to check yet') },
  {
    name: 'tasting-experiences',
    persona: 'connected',
    path: '/admin/tasting-experiences',
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Estate Flight' }).check()
      await expect(page.getByRole('toolbar', { name: 'Unsaved changes' })).toBeVisible()
    },
  },
  {
    name: 'club-signup-products',
    persona: 'connected',
    path: '/admin/club-signup-products',
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Estate Flight' }).check()
      await page.getByRole('textbox', { name: 'Club for Estate Flight' }).fill('')
      await expect(page.getByText('Enter a club for each selected product')).toBeVisible()
    },
  },
  {
    name: 'no-products',
    persona: 'newcomer',
    path: '/admin/tasting-experiences',
    open: heading('No products yet'),
  },
]
