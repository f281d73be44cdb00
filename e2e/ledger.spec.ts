import type { Locator, Page } from '@playwright/test'
import { field, fillIn } from './kit/actions.ts'
import type { Api, Member } from './kit/api.ts'
import { grid, lineage, readCellText, waitForReport } from './kit/report.ts'
import { expect, test } from './kit/test.ts'
import { drag } from './kit/touch.ts'

const main = (page: Page) => page.getByRole('main')
const ledger = (page: Page) => main(page).getByRole('region', { name: 'Vintage ledger' })
const line = (page: Page, label: string) => ledger(page).getByRole('row', { name: label })
const slider = (page: Page, label: string) => ledger(page).getByRole('slider', { name: label })

/** Presses Enter until it has its effect: a second one within 100 ms counts as a key that bounced. */
const pressEnter = (control: Locator, effect: Locator): Promise<void> =>
  expect(async () => {
    await control.press('Enter')
    await expect(effect).toBeVisible({ timeout: 2_000 })
  }).toPass()

const unitsOf = async (page: Page, label: string): Promise<number> =>
  Number((await readCellText(line(page, label).getByRole('cell').first())).replaceAll(',', '').replace('−', '-'))

const openAccount = async (api: Api): Promise<Member> => {
  const owner = await api.register()
  await api.addService(owner.session.access_token, { type: 'sample', name: 'Sample', settings: { orders: 2000 } })
  await api.waitUntilLoaded(owner.session.access_token)
  return owner
}

test('the ledger of a wine by keyboard: promise, proof, sliders, and the promise is removed', async ({
  page,
  api,
  enter,
}) => {
  const owner = await openAccount(api)
  await enter(owner.session, '/reports/products/vintage-ledger?sort=-Pace')
  await waitForReport(page)
  const wine = grid(page).getByRole('link').nth(2)
  const title = await readCellText(wine)
  await wine.focus()
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(line(page, 'Free to sell')).toBeVisible()
  const free = await unitsOf(page, 'Free to sell')

  const dialog = page.getByRole('dialog', { name: 'Add promise' })
  await pressEnter(ledger(page).getByRole('button', { name: 'Add promise' }), dialog)
  await expect(field(dialog, 'Promised to')).toBeFocused()
  await pressEnter(field(dialog, 'Promised to'), dialog.getByText('Enter at least 1'))
  await fillIn(page, { 'Promised to': 'Acme Distribution', Units: '7', Due: '2030-01-15' })
  await dialog.getByRole('button', { name: 'Add promise' }).click()
  await expect(line(page, 'Acme Distribution due Jan 15, 2030')).toBeVisible()
  await expect.poll(() => unitsOf(page, 'Free to sell')).toBe(free - 7)

  await pressEnter(line(page, 'Free to sell').getByRole('button'), lineage(page))
  await expect(lineage(page)).toContainText('Free to sell')
  await page.keyboard.press('Escape')
  await expect(lineage(page)).toHaveCount(0)

  await slider(page, 'Poured at tastings').press('End')
  await expect(ledger(page).getByRole('status')).toContainText(/Runs out .+ 20\d\d/)
  const poured = await ledger(page).getByRole('status').textContent()
  await slider(page, 'Wholesale order').press('End')
  await expect(ledger(page).getByRole('status')).toHaveText(/Nothing is free to sell|Short by/)
  await slider(page, 'Wholesale order').press('Home')
  await expect(ledger(page).getByRole('status')).toHaveText(poured ?? '')
  await ledger(page).getByRole('button', { name: 'Reset' }).press('Enter')
  await expect(ledger(page).getByRole('status')).toContainText('Nothing is saved')

  const confirm = page.getByRole('button', { name: 'Remove promise', exact: true })
  await pressEnter(ledger(page).getByRole('button', { name: 'Remove the promise to Acme Distribution' }), confirm)
  await confirm.click()
  await expect.poll(() => unitsOf(page, 'Free to sell')).toBe(free)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a finger opens the ledger of a wine and moves a slider', async ({ page, winery, enter }) => {
    await enter(winery.session, '/reports/products/vintage-ledger')
    const wine = main(page).locator('a[href^="/products/"]').nth(2)
    await expect(wine).toBeVisible()
    await expect(main(page).getByText(/\d+( products?)? runs? out within 8 weeks/)).toBeVisible()
    await wine.tap()
    const thumb = slider(page, 'Poured at tastings')
    await thumb.scrollIntoViewIfNeeded()
    await drag(page, thumb, { x: 120, y: 0 })
    await expect(thumb).not.toHaveAttribute('aria-valuenow', '0')
    await expect(ledger(page).getByRole('status')).toContainText(/Runs out|Nothing is free|Short by/)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
  })
})
