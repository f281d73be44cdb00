import { expect, type Page } from '@playwright/test'
import { REPORTS } from '#reports/built-in-reports.ts'
import { chooseMore, moreActions, moreItem } from './actions.ts'
import { lineage, waitForReport } from './report.ts'
import { DIALOG, type Screen, screen } from './screen.ts'

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true }).click()
const dialog = (page: Page, name: string) => expect(page.getByRole('dialog', { name })).toBeVisible()

const BY_BRAND = '/reports/orders/by-brand'

/** Reports checked on behalf of the others: one of each chart type, and one without a chart. */
const REPRESENTATIVE = [
  BY_BRAND,
  '/reports/sales/sales-trends',
  '/reports/orders/by-sales-channel',
  '/reports/orders/list',
  '/reports/clubs/cancellations',
]

const builtIn = REPORTS.map(
  ({ group, slug, path }): Screen =>
    screen(`report-${group}-${slug}`, 'winery', path, { isVariant: !REPRESENTATIVE.includes(path) }, waitForReport),
)

/** Dialogs and states of a report. */
const opened: readonly Screen[] = [
  screen('report-compared', 'winery', `${BY_BRAND}?compare=previousYear&f.channel=NotEqual:wholesale`, waitForReport),
  screen('report-without-rows', 'winery', `${BY_BRAND}?f.brand=Equal:None&sort=-Nothing`, (page) =>
    expect(main(page).getByText('No rows match these dates and filters.')).toBeVisible(),
  ),
  screen('report-filter', 'winery', BY_BRAND, { part: DIALOG }, async (page) => {
    await waitForReport(page)
    await press(page, 'Add filter')
    await page.getByRole('button', { name: 'Other condition…' }).click()
    await expect(page.getByRole('dialog', { name: 'Add filter' }).getByLabel('Comparison')).toBeVisible()
  }),
  screen('pin-to-dashboard', 'winery', BY_BRAND, { part: DIALOG }, async (page) => {
    await waitForReport(page)
    await chooseMore(page, 'Pin to dashboard')
    await expect(page.getByRole('radio', { name: /^Update this tile/ })).toBeVisible()
  }),
  screen('report-dates', 'winery', '/reports/orders/awaiting-shipment', { part: DIALOG }, async (page) => {
    await waitForReport(page)
    await press(page, /^Dates: /)
    await dialog(page, 'Dates')
  }),
  screen('report-columns', 'winery', '/reports/orders/list', { part: DIALOG }, async (page) => {
    await waitForReport(page)
    await press(page, 'View options')
    await press(page, 'Columns')
    await dialog(page, 'Columns')
  }),
  screen('report-actions', 'winery', BY_BRAND, { part: '[role="menu"]' }, async (page) => {
    await waitForReport(page)
    await moreActions(page).click()
    await expect(moreItem(page, 'Save a copy')).toBeVisible()
  }),
  screen('report-copy', 'winery', BY_BRAND, { part: DIALOG }, async (page) => {
    await waitForReport(page)
    await chooseMore(page, 'Save a copy')
    await dialog(page, 'Save a copy')
  }),
  screen('report-lineage', 'winery', BY_BRAND, { part: DIALOG }, async (page) => {
    await waitForReport(page)
    await main(page).getByRole('gridcell').or(main(page).getByRole('article')).getByRole('button').first().click()
    await expect(lineage(page).getByRole('status').filter({ hasText: 'matches' })).toBeVisible()
  }),
]

const waitForPreview = async (page: Page): Promise<void> => {
  const preview = page.getByRole('region', { name: 'Preview', exact: true })
  await expect(preview.getByRole('gridcell').first()).toBeVisible()
  await expect(preview).toHaveAttribute('aria-busy', 'false')
}

const expectSaved = (page: Page, name: string) => expect(main(page).getByText(name, { exact: true })).toBeVisible()

const saved: readonly Screen[] = [
  screen('builder-start', 'winery', '/reports/my/new', (page) =>
    expect(page.getByRole('heading', { name: 'Start from a template' })).toBeVisible(),
  ),
  screen('builder', 'winery', '/reports/my/new?from=orders/by-brand', waitForPreview),
  screen('builder-columns', 'winery', '/reports/my/new?from=orders/by-brand', { part: DIALOG }, async (page) => {
    await waitForPreview(page)
    await main(page).getByRole('group', { name: 'Selected columns' }).getByRole('button').nth(4).click()
    await press(page, 'Add field')
    await dialog(page, 'Add field')
  }),
  screen('builder-history', 'winery', '/reports/my/new?type=Customers', { part: DIALOG }, async (page) => {
    await waitForPreview(page)
    await press(page, 'Add activity filter')
    const form = page.getByRole('dialog', { name: 'Add activity filter' })
    await form.getByLabel('People').selectOption('Who ordered a number of times')
    await form.getByRole('button', { name: 'Add condition' }).click()
    await form.getByLabel('Dates').selectOption('Since a day…')
  }),
  screen('builder-calculation', 'winery', '/reports/my/new?from=orders/by-brand', async (page) => {
    await waitForPreview(page)
    await press(page, 'Add calculation')
    await page.getByRole('menuitem', { name: 'Arithmetic' }).click()
    await expect(main(page).getByLabel('Second value')).toBeVisible()
    await waitForPreview(page)
  }),
  screen('builder-pivot', 'winery', '/reports/my/new?from=sales/sales-trends', (page) =>
    expect(page.getByRole('table', { name: 'Preview rows' })).toBeVisible(),
  ),
  screen('my-reports', 'winery', '/reports/my-reports', (page) => expectSaved(page, 'Sales by vintage')),
  screen('report-pivot', 'winery', '/reports/my-reports', async (page) => {
    await main(page).getByRole('link', { name: 'Sales by channel and month', exact: true }).click()
    await expect(main(page).getByRole('table', { name: 'Sales by channel and month' })).toBeVisible()
  }),
  screen('my-reports-empty', 'newcomer', '/reports/my-reports', (page) =>
    expect(main(page).getByText('You don’t have any reports yet')).toBeVisible(),
  ),
  screen('trash', 'winery', '/reports/my-reports', async (page) => {
    await main(page).getByText('Trash', { exact: true }).click()
    await expectSaved(page, 'Sales by vintage, first try')
  }),
  screen('shared-reports', 'winery', '/reports/shared-reports', (page) => expectSaved(page, 'Sales by vintage')),
  screen('live-links', 'winery', '/reports/my-reports', { part: DIALOG }, async (page) => {
    await main(page).getByRole('link', { name: 'Sales by vintage', exact: true }).click()
    await waitForReport(page)
    await chooseMore(page, 'Live link for spreadsheets…')
    await page.getByRole('button', { name: 'Create live link' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Marketing sheet')
    await page.getByRole('button', { name: 'Create link' }).click()
    await expect(page.getByText('Live link created')).toBeVisible()
  }),
  screen('schedules', 'winery', '/reports/my-reports', { part: DIALOG }, async (page) => {
    await press(page, 'Actions for Sales by vintage')
    await page.getByRole('menuitem', { name: /^Send on a schedule/ }).click()
    await page.getByRole('button', { name: 'Add a schedule' }).click()
    await expect(page.getByLabel('Frequency')).toBeVisible()
  }),
]

/** All report screens. */
export const reportScreens: readonly Screen[] = [...builtIn, ...opened, ...saved]
