import { expect, type Page } from '@playwright/test'
import { openPalette, paletteField } from './actions.ts'
import { DIALOG, type Screen, screen } from './screen.ts'

const main = (page: Page) => page.getByRole('main')

/** Waits until every section of a subject's page is loaded. */
export const waitForSubject = async (page: Page): Promise<void> => {
  await expect(main(page).getByRole('heading', { name: 'Timeline' })).toBeVisible()
  // A phone shows the rows as cards, sorted by a field.
  await expect(main(page).getByRole('grid').or(main(page).getByLabel('Sort by')).first()).toBeVisible()
  await expect(main(page).locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Opens the page that the first link of a report's rows leads to. */
const firstLinkOf = (folder: string) => async (page: Page) => {
  const link = main(page).locator(`a[href^="/${folder}/"]`).first()
  await expect(link).toBeVisible()
  await page.goto((await link.getAttribute('href')) ?? 'no link')
  await waitForSubject(page)
}

const shared = { persona: 'winery', opensAgainOnPhone: true } as const

/** The pages of customers, products, clubs, releases and team members, and what the palette finds of them. */
export const subjectScreens: readonly Screen[] = [
  {
    name: 'subject-customer',
    ...shared,
    path: '/reports/customers/top-customers',
    open: firstLinkOf('customers'),
  },
  {
    name: 'subject-product',
    ...shared,
    path: '/reports/products/top-products',
    open: firstLinkOf('products'),
    isVariant: true,
  },
  screen('add-promise', 'winery', '/reports/products/vintage-ledger', { part: DIALOG }, async (page) => {
    await firstLinkOf('products')(page)
    await main(page).getByRole('button', { name: 'Add promise' }).click()
    await expect(page.getByRole('dialog', { name: 'Add promise' })).toBeVisible()
  }),
  {
    name: 'subject-club',
    ...shared,
    path: '/reports/clubs/active-clubs',
    open: firstLinkOf('clubs'),
    isVariant: true,
  },
  {
    name: 'next-release',
    ...shared,
    path: '/clubs/Estate%20Club/next-release',
    open: async (page) => {
      await main(page).getByRole('button', { name: 'Use the wines of the last release' }).click()
      await expect(main(page).getByRole('button', { name: 'Remove', exact: false }).first()).toBeVisible()
    },
  },
  { name: 'subject-release', ...shared, path: '/reports/clubs/releases', open: firstLinkOf('releases') },
  {
    name: 'subject-team-member',
    ...shared,
    path: '/reports/orders/by-team-member',
    open: firstLinkOf('team-members'),
    isVariant: true,
  },
  screen('palette-with-records', 'winery', '/profile', { part: DIALOG }, async (page) => {
    await openPalette(page)
    await paletteField(page).fill('pin')
    await expect(page.getByRole('group', { name: 'Products' })).toBeVisible()
  }),
]
