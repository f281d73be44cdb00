import type { Locator, Page } from '@playwright/test'
import { field } from './kit/actions.ts'
import { findCells, findTotalCell, grid, parseCents, readCellText, waitForReport } from './kit/report.ts'
import { expect, test } from './kit/test.ts'

const main = (page: Page): Locator => page.getByRole('main')
const button = (page: Page, name: string): Locator => main(page).getByRole('button', { name, exact: true })
const cards = (page: Page): Locator => main(page).getByRole('group', { name: 'Selected columns' }).getByRole('listitem')
const preview = (page: Page): Locator => page.getByRole('region', { name: 'Preview', exact: true })
const column = (parent: Locator, name: string): Locator => parent.getByRole('columnheader', { name })

const addCalculation = async (page: Page, kind: string): Promise<Locator> => {
  await button(page, 'Add calculation').click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
  const card = cards(page).last()
  await expect(card.getByLabel('Column name')).toBeVisible()
  return card
}

/** The numbers of a column, in cents, hundredths of a percent or hundredths. */
const numbersIn = async (page: Page, title: string): Promise<number[]> => {
  await expect(column(grid(page), title).first()).toBeVisible()
  return (await (await findCells(page, title)).allTextContents()).map(parseCents)
}

test('adds calculated columns with checked units, saves them and finds them again', { tag: '@full' }, async ({
  page,
  winery,
  enter,
  watch,
}) => {
  // The preview requests a report whose units do not fit.
  watch.expectConsole(/status of 400/)
  await enter(winery.session, '/reports/my/new?from=orders/by-brand')
  await expect(column(preview(page), 'Brand')).toBeVisible()

  await test.step('arithmetic, whose units are checked', async () => {
    const card = await addCalculation(page, 'Arithmetic')
    await expect(card.getByLabel('First value')).toHaveValue('netSales None')
    await card.getByLabel('Second value').selectOption({ label: 'Orders' })
    await expect(card.getByLabel('Column name')).toHaveValue('Net sales ÷ Orders')
    await card.getByLabel('Operation').selectOption({ label: 'plus (+)' })
    await expect(card.getByText('Net sales (amount) and Orders (count) can’t be added', { exact: true })).toBeVisible()
    await card.getByLabel('Operation').selectOption({ label: 'divided by (÷)' })
    await expect(card.getByText('so they can’t be')).toHaveCount(0)
    await card.getByLabel('Column name').fill('Sales per order')
    await expect(column(preview(page), 'Sales per order')).toBeVisible()
  })
  await addCalculation(page, 'Share of total')
  await addCalculation(page, 'Running total')
  await expect(column(preview(page), 'Running total of net sales')).toBeVisible()
  await field(main(page), 'Name').fill('What brands bring in')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('heading', { level: 1, name: 'What brands bring in' })).toBeVisible()
  await waitForReport(page)

  const sales = await numbersIn(page, 'Net sales')
  const total = parseCents(await readCellText(await findTotalCell(page, 'Net sales')))
  await test.step('the numbers follow from those next to them', async () => {
    const orders = (await numbersIn(page, 'Orders')).map((hundredths) => hundredths / 100)
    const perOrder = await numbersIn(page, 'Sales per order')
    const shares = await numbersIn(page, 'Share of net sales')
    const running = await numbersIn(page, 'Running total of net sales')
    expect(sales.length).toBeGreaterThan(1)
    for (const [index, amount] of sales.entries()) {
      expect(Math.abs((perOrder[index] ?? 0) - amount / (orders[index] ?? 1))).toBeLessThanOrEqual(0.5)
      expect(Math.abs((shares[index] ?? 0) / 100 - (amount / total) * 100)).toBeLessThanOrEqual(0.06)
      expect(running[index]).toBe(sales.slice(0, index + 1).reduce((sum, one) => sum + one, 0))
    }
  })

  await test.step('the calculations can be edited later', async () => {
    await main(page).getByRole('link', { name: 'Edit' }).click()
    const card = cards(page).filter({ hasText: 'Sales per order' })
    await card.locator('[data-action="name"]').click()
    await expect(card.getByLabel('Calculation', { exact: true })).toHaveValue('arithmetic')
    await expect(card.getByLabel('Second value')).toHaveValue('orderCount None')
    await card.getByLabel('Second value').selectOption({ label: 'Units sold' })
    await button(page, 'Save').click()
    await expect(page.getByRole('heading', { level: 1, name: 'What brands bring in' })).toBeVisible()
    // a toast stays while the pointer is over it
    await page.mouse.move(0, 0)
    await waitForReport(page)
    const [units = 1] = (await numbersIn(page, 'Units sold')).map((hundredths) => hundredths / 100)
    const difference = async () => ((await numbersIn(page, 'Sales per order'))[0] ?? 0) - (sales[0] ?? 0) / units
    await expect.poll(async () => Math.abs(await difference())).toBeLessThanOrEqual(0.5)
  })
})
