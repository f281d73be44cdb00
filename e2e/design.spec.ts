import type { Page } from '@playwright/test'
import { tile, waitForTiles } from './kit/dashboard.ts'
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
  await grid(page).getByRole('button', { name: 'Actions for Net sales' }).click()
  await expect(page.getByRole('menu')).toContainText('after discounts')
})

/** Controls in sight or below, without numbers, charts and cells, which are content that can be opened. */
const countControls = (page: Page): Promise<number> =>
  page
    .getByRole('main')
    .locator('a[href], button, input, select, textarea')
    .evaluateAll(
      (all) =>
        all.filter(
          (one) =>
            one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
            one.closest('table') === null &&
            one.role !== 'slider' &&
            !/^[$\d]/.test(one.textContent.trim()),
        ).length,
    )

test('screens show few controls, and a tile its menu when it is hovered or has the focus', {
  tag: '@full',
}, async ({ page, winery, enter }) => {
  await enter(winery.session, '/')
  await waitForTiles(page)
  await page.mouse.move(0, 0)
  expect(await countControls(page)).toBeLessThanOrEqual(20)
  const menu = page.getByRole('button', { name: 'Actions for Sales by Period' })
  await expect(menu).toHaveCSS('opacity', '0')
  await tile(page, 'Sales by Period').hover()
  await expect(menu).toHaveCSS('opacity', '1')
  await page.mouse.move(0, 0)
  await menu.focus()
  await expect(menu).toHaveCSS('opacity', '1')

  await page.goto('/reports/orders/by-brand')
  await waitForReport(page)
  expect(await countControls(page)).toBeLessThanOrEqual(9)

  await page.goto('/ai/insights')
  await page.getByRole('list', { name: 'Insights' }).getByRole('heading').getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Actions for this insight' })).toBeVisible()
  expect(await countControls(page)).toBeLessThanOrEqual(6)
})

test('compact rows are remembered', { tag: '@full' }, async ({ page, winery, enter }) => {
  await enter(winery.session, '/reports/orders/by-brand')
  await waitForReport(page)
  const height = async () => (await bodyRows(page).first().boundingBox())?.height
  expect(await height()).toBe(36)
  const options = page.getByRole('button', { name: 'View options' })
  const compact = page.getByRole('button', { name: 'Compact rows' })
  await options.click()
  await compact.click()
  await expect.poll(height).toBe(30)
  await page.reload()
  await waitForReport(page)
  await options.click()
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
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByLabel('Search fields').fill('vintage')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add field' }).getByRole('button', { name: /^Vintage/ })).toContainText(
    'added',
  )
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
