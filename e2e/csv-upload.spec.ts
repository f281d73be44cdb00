import type { Page } from '@playwright/test'
import { AccountStatus } from '#contract/account.ts'
import { ReportResult } from '#contract/reports.ts'
import { hasOnlineRetail, ONLINE_RETAIL_FILE } from '#testkit/online-retail.ts'
import { answer, ask, signInOnPage } from './kit/actions.ts'
import type { Api, Member } from './kit/api.ts'
import { tile } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

/** Milliseconds for half a million lines on a busy machine. */
const IMPORT_LIMIT = 180_000

const MAPPING: readonly (readonly [field: string, column: string])[] = [
  ['Order ID', 'InvoiceNo'],
  ['SKU', 'StockCode'],
  ['Product title', 'Description'],
  ['Quantity', 'Quantity'],
  ['Order date', 'InvoiceDate'],
  ['Unit price', 'UnitPrice'],
  ['Customer ID', 'CustomerID'],
  ['Country', 'Country'],
]

/** Unfolds the choices of all columns, which a file with unmapped fields opens with. */
const openColumns = async (page: Page): Promise<void> => {
  const fold = page.getByRole('button', { name: 'Show all columns and options' })
  if (await page.getByLabel('Refund ID prefix').isHidden()) await fold.click()
}

const mapManually = async (page: Page): Promise<void> => {
  // The server reads a large file before it shows the mapping.
  await page.getByLabel('File contents').selectOption({ label: 'Order lines' }, { timeout: IMPORT_LIMIT })
  await openColumns(page)
  await expect(page.getByLabel('Column for Quantity', { exact: true })).toBeVisible()
  for (const column of await page.getByLabel(/^Column for /).all()) await column.selectOption('')
  for (const [field, column] of MAPPING) {
    await page.getByLabel(`Column for ${field}`, { exact: true }).selectOption(column)
  }
  await page.getByLabel('Refund ID prefix').fill('C')
}

const importFile = async (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) => {
  await page.getByLabel('File to import', { exact: true }).setInputFiles(file)
  await mapManually(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
}

const statusOf = (api: Api, { session }: Member) =>
  api.call(AccountStatus, 'GET', '/account/status', { token: session.access_token })

/** Queries from within the page, with the page's token. */
const queryFromPage = async (page: Page, body: unknown): Promise<ReportResult> => {
  const answer = await page.evaluate(async (json) => {
    const authorization = `Bearer ${sessionStorage.getItem('access_token')}`
    const headers = { authorization, 'content-type': 'application/json' }
    return (await fetch('/api/reports/query', { method: 'POST', headers, body: json })).json()
  }, JSON.stringify(body))
  return ReportResult.parse(answer)
}

const columns = (...ids: readonly string[]) => ids.map((columnId) => ({ columnId }))
const isTrue = (columnId: string) => ({ columnId, comparison: 'IsTrue' })

const COUNTS: readonly (readonly [what: string, definition: object, rows: number])[] = [
  ['lines', { reportType: 'OrderLines', columns: columns('lineId') }, 541_909],
  ['orders', { reportType: 'Orders', columns: columns('orderId') }, 25_900],
  ['refunds', { reportType: 'Orders', columns: columns('orderId'), filters: [isTrue('isRefund')] }, 3_836],
  [
    'lines without customer',
    {
      reportType: 'OrderLines',
      columns: columns('lineId'),
      filters: [{ columnId: 'customerId', comparison: 'IsNull' }],
    },
    135_080,
  ],
  // Case-insensitively there are 3,958.
  ['SKUs', { reportType: 'OrderLines', columns: columns('sku', 'netSales'), groupColumns: ['sku'] }, 4_070],
]

const expectFigures = async (page: Page): Promise<void> => {
  for (const [what, definition, rows] of COUNTS) {
    expect((await queryFromPage(page, { definition, pageSize: 1 })).rowCount, what).toBe(rows)
  }
  const totals = { reportType: 'Orders', columns: columns('netSales', 'orderCount') }
  expect((await queryFromPage(page, { definition: totals, pageSize: 1 })).totals).toEqual([9_747_747.93, 19_960])

  const byMonth = { reportType: 'Orders', columns: columns('orderMonth', 'netSales'), groupColumns: ['orderMonth'] }
  expect((await queryFromPage(page, { definition: byMonth })).rows).toContainEqual(['2011-11', 1_461_756.25])

  const bySku = {
    reportType: 'OrderLines',
    columns: columns('sku', 'netSales'),
    groupColumns: ['sku'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    top: 1,
  }
  expect((await queryFromPage(page, { definition: bySku })).rows).toEqual([['DOT', 206_245.48]])
}

const signUp = async (page: Page, api: Api): Promise<Member> => {
  const member = await api.register({ currency: 'GBP', timeZone: 'Europe/London' })
  await page.goto('/sign-in?redirect=/admin/services')
  await signInOnPage(page, member.email, member.password)
  await page.getByRole('link', { name: 'Upload a CSV file' }).click()
  await expect(page.getByRole('heading', { name: 'Upload a file' })).toBeVisible()
  return member
}

test('imports a real file of 541,909 lines with a manual mapping to its known figures, and only once (needs the file next to the repository)', {
  tag: '@full',
}, async ({ page, api }) => {
  test.skip(!hasOnlineRetail, 'the file is not next to the repository')
  test.setTimeout(2 * IMPORT_LIMIT)
  const member = await signUp(page, api)
  await importFile(page, ONLINE_RETAIL_FILE)
  await expect(page.getByRole('progressbar', { name: 'Import progress' })).toBeVisible()
  await expect(page.getByText('Import finished')).toBeVisible({ timeout: IMPORT_LIMIT })
  for (const count of ['541,909', '19,960', '4,372']) {
    await expect(page.getByRole('main').getByText(count, { exact: true }).first()).toBeVisible()
  }
  await expectFigures(page)

  const before = await statusOf(api, member)
  await page.getByRole('button', { name: 'Upload another file' }).click()
  await importFile(page, ONLINE_RETAIL_FILE)
  await expect(page.getByText('Import finished')).toBeVisible({ timeout: IMPORT_LIMIT })
  expect((await statusOf(api, member)).dataVersion).toBe(before.dataVersion)

  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  // The only tile without a date range: the file ends in 2011.
  await expect(tile(page, 'Customer Lifetime Values')).toContainText('£')
})

const HEADER = MAPPING.map(([, column]) => column).join(',')
const ROWS = ['1,A,Red,2,2011-01-05 10:00:00,3.50,7,France', '2,B,White,a pair,2011-01-05 11:00:00,3.50,7,France']

test('rejects a file with an invalid cell and names its line and column', async ({ page, api }) => {
  const member = await signUp(page, api)
  const before = await statusOf(api, member)
  const buffer = Buffer.from([HEADER, ...ROWS].join('\n'))
  await importFile(page, { name: 'orders.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText('Import failed')).toBeVisible()
  const problem = page.getByRole('region', { name: 'Problems' }).getByRole('row').nth(1)
  await expect(problem.getByRole('cell')).toContainText(['3', 'Quantity', 'a pair', /\w/])
  expect((await statusOf(api, member)).dataVersion).toBe(before.dataVersion)
})

const BLOCKS = ['North', 'South', 'North', 'River bend', 'South', 'North'] as const
const BLOCK_LINES = BLOCKS.map((block, at) => ({ order: `B-${at + 1}`, quantity: at + 1, price: 10.25 + at, block }))

test('keeps an unmapped column, and a question groups by it with the sums of the file', async ({ page, api }) => {
  await signUp(page, api)
  const rows = BLOCK_LINES.map(({ order, quantity, price, block }) =>
    [order, '2026-05-04', 'PN', quantity, price, block].join(','),
  )
  const file = ['Order ID,Order date,SKU,Quantity,Unit price,Vineyard block', ...rows].join('\n')
  const buffer = Buffer.from(file)
  await page
    .getByLabel('File to import', { exact: true })
    .setInputFiles({ name: 'blocks.csv', mimeType: 'text/csv', buffer })
  await openColumns(page)
  await page.getByLabel('Keep “Vineyard block”').check()
  await expect(page.getByText('6 rows ready to import')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Import finished')).toBeVisible()

  // The page has read the account's columns before the import added one.
  await page.reload()
  await ask(page, 'net sales by vineyard block')
  await expect(answer(page).getByRole('table')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reports\/my\/new\?definition=/)
  const shown = page.getByRole('region', { name: 'Preview', exact: true }).getByRole('row')
  const sums = new Map<string, number>()
  for (const { block, quantity, price } of BLOCK_LINES) sums.set(block, (sums.get(block) ?? 0) + quantity * price)
  for (const [block, sum] of sums) await expect(shown.filter({ hasText: block })).toContainText(`£${sum.toFixed(2)}`)
})

test('names a channel of its own on the mapping page and groups a report by it', {
  tag: '@full',
}, async ({ page, api }) => {
  const member = await signUp(page, api)
  const rows = ['o1,2026-01-05,Wine Train,10', 'o2,2026-01-06,WINE TRAIN,5', 'o3,2026-01-07,Web,2']
  const buffer = Buffer.from(`Order ID,Order Date,Channel,Net Sales\n${rows.join('\n')}\n`)
  await page
    .getByLabel('File to import', { exact: true })
    .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer })
  await page.getByLabel('Channel of Wine Train', { exact: true }).selectOption({ label: 'New channel…' })
  const dialog = page.getByRole('dialog', { name: 'New channel' })
  await dialog.getByLabel('Counts as').selectOption({ label: 'Event' })
  await dialog.getByRole('button', { name: 'Add channel' }).click()
  await expect(page.getByLabel('Channel of WINE TRAIN', { exact: true }).locator('option:checked')).toHaveText(
    'Wine Train',
  )
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Import finished')).toBeVisible()
  const definition = {
    reportType: 'Orders',
    columns: columns('ownChannel', 'channel', 'netSales'),
    groupColumns: ['ownChannel', 'channel'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
  }
  expect((await queryFromPage(page, { definition })).rows).toEqual([
    ['Wine Train', 'event', 15],
    ['Web', 'web', 2],
  ])
  await page.goto('/admin/settings#own-codes')
  await expect(page.getByText('Counts as Event · 2 orders · Wine Train')).toBeVisible()
  expect((await statusOf(api, member)).dataVersion).toBe(1)
})
