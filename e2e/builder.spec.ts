import type { Locator, Page } from '@playwright/test'
import { SavedReport } from '#contract/saved-reports.ts'
import {
  activateByKeyboard,
  chooseByKeyboard,
  chooseInMenuByKeyboard,
  field,
  moreActions,
  pressEnter,
  tabTo,
} from './kit/actions.ts'
import type { Api, Member } from './kit/api.ts'
import { openSignedIn } from './kit/browser.ts'
import { toast } from './kit/dashboard.ts'
import { bodyRows, chart, grid, waitForReport } from './kit/report.ts'
import { expect, test } from './kit/test.ts'

const main = (page: Page): Locator => page.getByRole('main')
const button = (page: Page, name: string): Locator => main(page).getByRole('button', { name, exact: true })
const preview = (page: Page): Locator => page.getByRole('region', { name: 'Preview', exact: true })
const column = (parent: Locator, name: string): Locator => parent.getByRole('columnheader', { name })

test('copies, edits and saves a report by keyboard only, and keeps a draft across a reload', { tag: '@full' }, async ({
  page,
  winery,
  enter,
}) => {
  test.setTimeout(120_000)
  await enter(winery.session, '/reports/orders/by-brand')
  await waitForReport(page)
  await chooseInMenuByKeyboard(page, moreActions(page), 'Save a copy')
  const name = page.getByRole('dialog', { name: 'Save a copy' }).getByLabel('Name')
  await expect(name).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('What the web sells')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'What the web sells' })).toBeVisible()
  await waitForReport(page)
  await activateByKeyboard(page, main(page).getByRole('link', { name: 'Edit' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Edit report' })).toBeVisible()
  await expect(column(preview(page), 'Brand')).toBeVisible()

  await test.step('columns', async () => {
    await activateByKeyboard(page, button(page, 'Add field'))
    await expect(page.getByLabel('Search fields')).toBeFocused()
    await page.keyboard.type('category')
    await activateByKeyboard(
      page,
      page.getByRole('dialog', { name: 'Add field' }).getByRole('button', { name: /^Category/ }),
    )
    await page.keyboard.press('Escape')
    await expect(button(page, 'Add field')).toBeFocused()
    await expect(column(preview(page), 'Category')).toBeVisible()
    const names = main(page).getByRole('group', { name: 'Selected columns' }).locator('[data-action="name"]')
    await tabTo(page, names.filter({ hasText: 'Category' }))
    // a dimension goes before the measures
    await expect(names.nth(1)).toContainText('Category')
    await page.keyboard.press('Alt+ArrowDown')
    const across = main(page).getByRole('region', { name: 'Columns', exact: true }).getByRole('listitem')
    await expect(across).toContainText('Category')
    await expect(names.nth(1)).toBeFocused()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(across).toHaveCount(0)
    await page.keyboard.press('Alt+ArrowUp')
    await expect(names.nth(0)).toContainText('Category')
    await expect(names.nth(0)).toBeFocused()
    await activateByKeyboard(page, button(page, 'Remove Orders'))
    await expect(column(preview(page), 'Orders')).toHaveCount(0)
  })

  await test.step('filter, sort, top and chart', async () => {
    await activateByKeyboard(page, button(page, 'Add filter'))
    const filter = page.getByRole('dialog', { name: 'Add filter' })
    await chooseByKeyboard(page, filter.getByLabel('Column'), 'Sales channel')
    await chooseByKeyboard(page, filter.getByLabel('Value'), 'Web')
    await activateByKeyboard(page, filter.getByRole('button', { name: 'Apply' }))
    await expect(button(page, 'Change filter: Sales channel is Web')).toBeVisible()
    await chooseByKeyboard(page, main(page).getByLabel('Sort 1: column'), 'Units sold')
    await tabTo(page, main(page).getByLabel('Limit to top N'))
    await page.keyboard.type('3')
    await expect(preview(page).getByText('All others')).toBeVisible()
    await expect(column(preview(page), 'Units sold')).toHaveAttribute('aria-sort', 'descending')
    await chooseByKeyboard(page, main(page).getByLabel('Chart type'), 'Donut')
    await expect(preview(page).getByRole('slider')).toBeVisible()
  })

  page.once('dialog', (leaving) => void leaving.accept())
  await page.reload()
  await expect(page.getByText('Unsaved changes restored')).toBeVisible()
  await expect(button(page, 'Change filter: Sales channel is Web')).toBeVisible()
  await expect(main(page).getByLabel('Limit to top N')).toHaveValue('3')

  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('heading', { level: 1, name: 'What the web sells' })).toBeVisible()
  await waitForReport(page)
  await expect(chart(page)).toHaveCount(1)
  await expect(column(grid(page), 'Category')).toBeVisible()
  await expect(bodyRows(page)).toHaveCount(3)
  await expect(grid(page).getByText('All others')).toBeVisible()
})

test('filters a list by what people did', async ({ page, winery, enter }) => {
  await enter(winery.session, '/reports/my/new?type=Customers')
  await expect(column(preview(page), 'Customers')).toBeVisible()
  await button(page, 'Add activity filter').click()
  const filter = page.getByRole('dialog', { name: 'Add activity filter' })
  await filter.getByLabel('People').selectOption('Whose first order was')
  await filter.getByRole('button', { name: 'Add condition' }).click()
  await filter.getByLabel('Column').selectOption('Sales channel')
  await filter.getByLabel('Value').selectOption('Tasting room')
  await filter.getByLabel('Dates').selectOption('Since a day…')
  await expect(filter.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await filter.getByLabel('Since').fill('2024-01-01')
  await filter.getByRole('button', { name: 'Apply' }).click()
  const said = 'Whose first order was in the tasting room since Jan 1, 2024'
  await expect(button(page, `Change filter: ${said}`)).toBeVisible()
  await expect(column(preview(page), 'Customers')).toBeVisible()
  await field(main(page), 'Name').fill('First at the tasting room')
  await button(page, 'Save').click()
  await expect(page.getByRole('heading', { level: 1, name: 'First at the tasting room' })).toBeVisible()
  await expect(main(page).getByText(`People ${said.charAt(0).toLowerCase()}${said.slice(1)}`)).toBeVisible()
  await main(page).getByRole('link', { name: 'Edit' }).click()
  await button(page, `Remove filter: ${said}`).click()
  await expect(button(page, `Change filter: ${said}`)).toHaveCount(0)
})

test('shows report errors next to their fields', async ({ page, winery, enter, watch }) => {
  // The preview requests an invalid report.
  watch.expectConsole(/status of 400/)
  await enter(winery.session, '/reports/my/new?from=orders/by-brand')
  await expect(column(preview(page), 'Brand')).toBeVisible()
  await button(page, 'Add filter').click()
  const filter = page.getByRole('dialog', { name: 'Add filter' })
  await filter.getByLabel('Column').selectOption('Order month')
  await filter.getByLabel('Value').fill('some day')
  await filter.getByRole('button', { name: 'Apply' }).click()
  await expect(main(page).getByRole('region', { name: 'Filters' }).getByRole('alert')).toContainText('Order month')
  const name = field(main(page), 'Name')
  await name.fill('')
  await button(page, 'Save').click()
  await expect(name).toBeFocused()
  await expect(main(page).getByText('This field is required')).toBeVisible()
})

const VINTAGES = {
  name: 'Sales by vintage',
  reportType: 'OrderLines',
  columns: [{ columnId: 'vintage' }, { columnId: 'netSales' }],
  groupColumns: ['vintage'],
}

const saveReport = (api: Api, { session }: Member, name: string): Promise<SavedReport> =>
  api.call(SavedReport, 'POST', '/reports', { token: session.access_token, body: { ...VINTAGES, name } })

const link = (page: Page, name: string): Locator => main(page).getByRole('link', { name, exact: true })

test('renames, shares, schedules, deletes and restores a saved report by keyboard only', { tag: '@full' }, async ({
  page,
  api,
  winery,
  enter,
}) => {
  test.setTimeout(120_000)
  await saveReport(api, winery, 'First try')
  await enter(winery.session, '/reports/my-reports')
  const act = (name: string, item: string | RegExp) =>
    chooseInMenuByKeyboard(page, button(page, `Actions for ${name}`), item)

  await act('First try', 'Rename')
  await expect(page.getByLabel('New name for First try')).toBeFocused()
  await page.keyboard.type('By vintage')
  await pressEnter(page)
  await expect(link(page, 'By vintage')).toBeVisible()
  await act('By vintage', 'Share with everyone')
  await expect(toast(page, 'Report shared')).toBeVisible()

  await act('By vintage', /^Send on a schedule/)
  const panel = page.getByRole('dialog', { name: 'Send By vintage' })
  await activateByKeyboard(page, panel.getByRole('button', { name: 'Add a schedule' }))
  await chooseByKeyboard(page, panel.getByLabel('Frequency'), 'Monthly')
  await activateByKeyboard(page, panel.getByRole('button', { name: 'Add schedule' }))
  await expect(panel.getByRole('listitem')).toContainText(winery.email)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  const remove = async (): Promise<void> => {
    await act('By vintage', 'Delete')
    await activateByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Delete report' }))
    await expect(link(page, 'By vintage')).toHaveCount(0)
  }
  await remove()
  await activateByKeyboard(page, page.getByRole('button', { name: 'Undo' }))
  await expect(link(page, 'By vintage')).toBeVisible()
  await remove()
  await tabTo(page, main(page).getByRole('radio', { name: 'Reports' }))
  await page.keyboard.press('ArrowRight')
  await activateByKeyboard(page, button(page, 'Restore By vintage'))
  // The toast of the first time may still be shown.
  await expect(button(page, 'Restore By vintage')).toHaveCount(0)
  await page.goto('/reports/shared-reports')
  await expect(link(page, 'By vintage')).toBeVisible()
})

test('a colleague finds a shared report, runs it and saves a copy', { tag: '@full' }, async ({
  page,
  api,
  server,
  winery,
}) => {
  const { id } = await saveReport(api, winery, 'For everyone')
  const token = winery.session.access_token
  const body = { ...VINTAGES, name: 'For everyone', isPublic: true }
  await api.send('PUT', `/reports/${id}`, { token, body })
  const { email, password } = await api.register({ email: 'colleague@winery.example' })
  await server.joinAccount(email, winery.accountId)
  await openSignedIn(page, await api.signIn(email, password), '/reports/shared-reports')

  await button(page, 'Actions for For everyone').click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Copy' }).click()
  await expect(toast(page, 'For everyone (copy) saved to My Reports')).toBeVisible()
  await link(page, 'For everyone').click()
  await waitForReport(page)
  await expect(page.getByText(/^Shared by /)).toBeVisible()
  await page.goto('/reports/my-reports')
  await expect(main(page).getByRole('row').filter({ hasText: 'For everyone (copy)' })).toContainText('You')
})
