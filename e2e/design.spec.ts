import { bodyRows, grid, waitForReport } from './kit/report.ts'
import { expect, test } from './kit/test.ts'

test('definitions open by keyboard and in the menu of their column', { tag: '@full' }, async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, '/reports/orders/by-brand')
  await waitForReport(page)
  const title = grid(page).getByRole('button', { name: /^Net sales/ })
  await title.focus()
  await expect(page.getByRole('tooltip')).toContainText('after discounts')
  await page.keyboard.press('Escape')
  await grid(page).getByRole('button', { name: 'Options for Net sales' }).click()
  await expect(page.getByRole('menu')).toContainText('after discounts')
})

test('compact rows are remembered', { tag: '@full' }, async ({ page, winery, enter }) => {
  await enter(winery.session, '/reports/orders/by-brand')
  await waitForReport(page)
  const height = async () => (await bodyRows(page).first().boundingBox())?.height
  expect(await height()).toBe(36)
  const compact = page.getByRole('button', { name: 'Compact rows' })
  await compact.click()
  await expect.poll(height).toBe(30)
  await page.reload()
  await waitForReport(page)
  await expect(compact).toHaveAttribute('aria-pressed', 'true')
  expect(await height()).toBe(30)
})

test('changes are percentages, with the amount while a cell is current', { tag: '@full' }, async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, '/reports/orders/by-sales-channel?compare=sameWeekdays')
  await waitForReport(page)
  const cell = bodyRows(page).first().getByRole('gridcell').nth(3)
  const percent = cell.getByText(/^[+−][\d.]+%$/)
  const amount = cell.getByText(/^[+−]\$/)
  await expect(percent).toBeVisible()
  await expect(amount).toBeHidden()
  await cell.click()
  await expect(amount).toBeVisible()
  await expect(percent).toBeHidden()
})

test('Enter in the search of columns adds the first one', { tag: '@full' }, async ({ page, winery, enter }) => {
  await enter(winery.session, '/reports/my/new?from=orders/by-brand')
  await page.getByRole('button', { name: 'Add column' }).click()
  await page.getByLabel('Search columns').fill('vintage')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('dialog', { name: 'Add column' }).getByRole('button', { name: /^Vintage/ }),
  ).toContainText('added')
})

test('in high contrast mode the current page and switches stand out', { tag: '@full' }, async ({
  page,
  winery,
  enter,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await enter(winery.session, '/')
  const current = page.getByRole('link', { name: 'Cuvee Dashboard' })
  await expect(current).toHaveCSS('border-left-width', '3px')
  await expect(page.locator('.mantine-Switch-track').first()).toHaveCSS('border-top-width', '1px')
  await page.goto('/ai/insights')
  const unread = page.getByRole('img', { name: 'Unread' }).first()
  await expect(unread).toHaveCSS('background-color', 'rgb(0, 0, 0)')
})
