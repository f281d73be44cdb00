import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { connectionScreens } from './connection-screens.ts'
import type { Screen } from './screen.ts'

const HEADER = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country'
const GOOD_ROW = '1,A,Red,2,2011-01-05 10:00:00,3.50,7,France'
const BAD_ROW = '2,B,White,a pair,2011-01-05 11:00:00,3.50,7,France'

const uploadOf = (rows: readonly string[]) => async (page: Page) => {
  await page
    .getByRole('button', { name: 'Upload a CSV file' })
    .or(page.getByRole('link', { name: 'Upload a file' }))
    .click()
  const buffer = Buffer.from([HEADER, ...rows].join('\n'))
  await page
    .getByLabel('File to import', { exact: true })
    .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('heading', { name: 'Map columns' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
}

const importOf = (rows: readonly string[], outcome: string) => async (page: Page) => {
  await uploadOf(rows)(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText(outcome)).toBeVisible()
}

/** Services, uploads and imports; imports come last. */
export const serviceScreens: readonly Screen[] = [
  ...connectionScreens,
  {
    name: 'services',
    persona: 'winery',
    path: '/admin/services',
    open: (page) => expect(page.getByRole('region', { name: 'Sample winery' })).toBeVisible(),
  },
  {
    name: 'service-run',
    persona: 'winery',
    path: '/admin/services',
    open: async (page) => {
      await page.getByRole('link', { name: 'Sample winery' }).click()
      await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
    },
  },
  {
    name: 'services-empty',
    persona: 'newcomer',
    path: '/admin/services',
    open: (page) => expect(page.getByRole('heading', { name: 'No services yet' })).toBeVisible(),
  },
  {
    name: 'upload',
    opensAgainOnPhone: true,
    persona: 'newcomer',
    path: '/admin/services',
    open: async (page) => {
      await page.getByRole('button', { name: 'Upload a CSV file' }).click()
      await expect(page.getByRole('heading', { name: 'Upload a file' })).toBeVisible()
    },
  },
  {
    name: 'mapping',
    opensAgainOnPhone: true,
    persona: 'newcomer',
    path: '/admin/services',
    open: uploadOf([GOOD_ROW, BAD_ROW]),
  },
  {
    name: 'import-failed',
    opensAgainOnPhone: true,
    persona: 'newcomer',
    path: '/admin/services',
    open: importOf([GOOD_ROW, BAD_ROW], 'Import failed'),
  },
  {
    name: 'import-finished',
    opensAgainOnPhone: true,
    persona: 'newcomer',
    path: '/admin/services',
    open: importOf([GOOD_ROW], 'Import finished'),
  },
]
