import type { Locator, Page } from '@playwright/test'
import { SavedReport } from '#contract/saved-reports.ts'
import { tabTo } from './kit/actions.ts'
import { grid, waitForReport } from './kit/report.ts'
import { expect, test } from './kit/test.ts'

const column = (parent: Locator, name: string): Locator => parent.getByRole('columnheader', { name })

/** Opens a menu with Space, because a second Enter within a tenth of a second is taken for a bouncing key. */
const chooseItem = async (page: Page, opener: Locator, name: string): Promise<void> => {
  await tabTo(page, opener)
  await page.keyboard.press('Space')
  const item = page.getByRole('menuitem', { name })
  const enabled = page.getByRole('menuitem', { disabled: false })
  await expect(enabled.first()).toBeFocused()
  const items = await enabled.allTextContents()
  for (let presses = 0; presses < items.indexOf(name); presses += 1) await page.keyboard.press('ArrowDown')
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
}

test('sorts, pins, hides and resizes columns from their menu by keyboard', { tag: '@full' }, async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, '/reports/orders/by-brand')
  await waitForReport(page)
  const act = (title: string, item: string) =>
    chooseItem(page, grid(page).getByRole('button', { name: `Actions for ${title}`, exact: true }), item)
  await act('Units sold', 'Sort ascending')
  await expect(column(grid(page), 'Units sold')).toHaveAttribute('aria-sort', 'ascending')
  await act('Units sold', 'Pin to the left')
  await expect(grid(page).getByRole('columnheader').first()).toHaveAccessibleName('Units sold')
  const width = async () => (await column(grid(page), 'Orders').boundingBox())?.width ?? 0
  const before = await width()
  await act('Orders', 'Increase width')
  await expect.poll(width).toBeGreaterThan(before)
  await page.keyboard.press('Escape')
  await act('Net sales', 'Hide column')
  await expect(column(grid(page), 'Net sales')).toHaveCount(0)
  const wide = await width()
  // a later visit by the menu finds the table as it was left
  await enter(winery.session, '/reports/orders/by-brand')
  await waitForReport(page)
  await expect(grid(page).getByRole('columnheader').first()).toHaveAccessibleName('Units sold')
  await expect(column(grid(page), 'Net sales')).toHaveCount(0)
  await expect(page).toHaveURL(/columns=Brand%2CUnitsSold%2COrderCount|columns=Brand,UnitsSold,OrderCount/)
  await expect.poll(async () => Math.abs((await width()) - wide)).toBeLessThan(1)
  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect(grid(page).getByRole('columnheader').first()).toHaveAccessibleName('Brand')
  await expect(column(grid(page), 'Net sales')).toHaveCount(1)
})

test('an owner saves pins and widths with a report, and a reader’s own choice stays in their browser', {
  tag: '@full',
}, async ({ page, api, winery, enter }) => {
  const token = winery.session.access_token
  const body = {
    name: 'Brands, arranged',
    reportType: 'OrderLines',
    columns: [{ columnId: 'brand' }, { columnId: 'netSales' }, { columnId: 'quantity' }],
    groupColumns: ['brand'],
  }
  const { id } = await api.call(SavedReport, 'POST', '/reports', { token, body })
  const open = async () => {
    await enter(winery.session, `/reports/my/${id}`)
    await waitForReport(page)
  }
  const first = () => grid(page).getByRole('columnheader').first()
  const pin = (title: string) =>
    chooseItem(page, grid(page).getByRole('button', { name: `Actions for ${title}`, exact: true }), 'Pin to the left')
  await open()
  await pin('Net sales')
  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Save columns to report' }).click()
  await expect(page.getByText('Columns saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save columns to report' })).toHaveCount(0)
  const saved = await api.call(SavedReport, 'GET', `/reports/${id}`, { token })
  expect(saved.columns.map(({ pinned }) => pinned)).toEqual([undefined, true, undefined])
  await page.evaluate(() => localStorage.clear())
  await open()
  await expect(first()).toHaveAccessibleName(/^Net sales/)
  await chooseItem(page, grid(page).getByRole('button', { name: 'Actions for Net sales', exact: true }), 'Unpin')
  await expect(first()).toHaveAccessibleName('Brand')
  await open()
  await expect(first()).toHaveAccessibleName('Brand')
  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect(first()).toHaveAccessibleName(/^Net sales/)
  await api.send('DELETE', `/reports/${id}`, { token })
})
