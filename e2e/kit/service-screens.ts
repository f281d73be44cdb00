import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { connectionScreens } from './connection-screens.ts'
import { type Screen, screen } from './screen.ts'

const HEADER = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country'
const GOOD_ROW = '1,A,Red,2,2011-01-05 10:00:00,3.50,7,France'
const BAD_ROW = '2,B,White,a pair,2011-01-05 11:00:00,3.50,7,France'

/** A refund as a positive amount, tax inside a price, a cell that is no amount, and a total that nothing comes to. */
const ORDERS = [
  'Order ID,Order Date,Order Type,Net Sales,Tax,Total,Payment Status',
  '1001,2026-05-03,Sale,120.00,10.80,130.80,paid',
  '1002,2026-05-03,Sale,80.00,7.20,87.20,canceled',
  '1003,2026-05-04,Refund,50.00,4.50,54.50,paid',
  '1004,2026-05-04,Sale,30.00,unclear,30.00,paid',
  '1005,2026-05-04,Sale,119.00,19.00,119.00,paid',
  '1006,2026-05-05,Sale,40.00,3.60,45.60,paid',
]

/** Totals without the tax, which may be in the prices, and a channel that nothing knows. */
const UNSURE = [
  'Order ID,Order Date,Channel,Customer,Email,Subtotal,Tax,Total',
  '1001,2026-05-03,Wine Train,Ada Quill,ada@example.com,119.00,19.00,119.00',
  '1002,2026-05-03,Web,Mara Lund,mara@example.com,59.50,9.50,59.50',
  '1003,2026-05-04,Wine Train,Ada Quill,ada@example.com,23.80,3.80,23.80',
]

const uploadOf =
  (rows: readonly string[], header = HEADER) =>
  async (page: Page) => {
    await page
      .getByRole('link', { name: /^Upload a (CSV )?file$/ })
      .first()
      .click()
    const buffer = Buffer.from([header, ...rows].join('\n'))
    await page
      .getByLabel('File to import', { exact: true })
      .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer })
    await expect(page.getByRole('heading', { name: 'Map columns' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeVisible()
  }

const importOf = (rows: readonly string[], outcome: string) => async (page: Page) => {
  await uploadOf(rows)(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText(outcome)).toBeVisible()
}

/** Services, uploads and imports; imports come last. */
export const serviceScreens: readonly Screen[] = [
  ...connectionScreens,
  screen('services', 'winery', '/admin/services', (page) =>
    expect(page.getByRole('region', { name: 'Sample winery' })).toBeVisible(),
  ),
  screen('service-run', 'winery', '/admin/services', async (page) => {
    await page.getByRole('link', { name: 'Sample winery' }).click()
    await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
  }),
  screen('services-empty', 'newcomer', '/admin/services', (page) =>
    expect(page.getByRole('heading', { name: 'No services yet' })).toBeVisible(),
  ),
  screen('upload', 'newcomer', '/admin/services', { opensAgainOnPhone: true }, async (page) => {
    await page.getByRole('link', { name: 'Upload a CSV file' }).click()
    await expect(page.getByRole('heading', { name: 'Upload a file' })).toBeVisible()
  }),
  screen('mapping', 'newcomer', '/admin/services', { opensAgainOnPhone: true }, async (page) => {
    await uploadOf(ORDERS.slice(1), ORDERS[0])(page)
    await expect(page.getByRole('button', { name: 'Show from the file to these totals' })).toBeVisible()
  }),
  screen('mapping-question', 'newcomer', '/admin/services', { opensAgainOnPhone: true }, async (page) => {
    await uploadOf(UNSURE.slice(1), UNSURE[0])(page)
    await expect(page.getByText(/^Net sales .*\d/)).toHaveCount(3)
    await page.getByRole('button', { name: 'Show all columns and options' }).click()
    await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
  }),
  screen(
    'import-failed',
    'newcomer',
    '/admin/services',
    { opensAgainOnPhone: true },
    importOf([GOOD_ROW, BAD_ROW], 'Import failed'),
  ),
  screen(
    'import-finished',
    'newcomer',
    '/admin/services',
    { opensAgainOnPhone: true },
    importOf([GOOD_ROW], 'Import finished'),
  ),
]
