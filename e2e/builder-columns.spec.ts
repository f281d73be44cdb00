import type { Locator, Page } from '@playwright/test'
import { activateByKeyboard, chooseByKeyboard, tabTo } from './kit/actions.ts'
import { grid, waitForReport } from './kit/report.ts'
import { expect, test } from './kit/test.ts'

const main = (page: Page): Locator => page.getByRole('main')
const button = (page: Page, name: string): Locator => main(page).getByRole('button', { name, exact: true })
const preview = (page: Page): Locator => page.getByRole('region', { name: 'Preview', exact: true })
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

test('adds a calculated column by keyboard, names what cannot be calculated, and keeps typed dates', {
  tag: '@full',
}, async ({ page, winery, enter, watch }) => {
  test.setTimeout(120_000)
  // The preview requests the product of two amounts.
  watch.expectConsole(/status of 400/)
  await enter(winery.session, '/reports/my/new?from=orders/by-sales-channel')
  await expect(column(preview(page), 'Sales channel')).toBeVisible()
  await chooseItem(page, button(page, 'Add calculation'), 'Arithmetic')
  await chooseByKeyboard(page, main(page).getByLabel('Second value'), 'Average order')
  await chooseByKeyboard(page, main(page).getByLabel('Operation'), 'times (×)')
  await expect(main(page).getByText(/so they can’t be multiplied/)).toBeVisible()
  await chooseByKeyboard(page, main(page).getByLabel('Operation'), 'divided by (÷)')
  await expect(column(preview(page), 'Net sales ÷ Average order')).toBeVisible()
  await chooseByKeyboard(page, main(page).getByLabel('Calculation', { exact: true }), 'Share of total')

  await chooseByKeyboard(page, main(page).getByLabel('Range'), 'Custom range…')
  await tabTo(page, main(page).getByLabel('From', { exact: true }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('March 2026')
  await activateByKeyboard(page, button(page, 'Apply'))
  await expect(preview(page).getByText(/Mar 1\s–\s31, 2026 · /)).toBeVisible()

  await page.keyboard.press('ControlOrMeta+s')
  await waitForReport(page)
  await expect(main(page).getByRole('button', { name: /^Dates: Custom range · Mar 1\s–\s31, 2026/ })).toBeVisible()
})

test('sorts, pins, hides and resizes columns from their menu by keyboard', { tag: '@full' }, async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, '/reports/orders/by-brand')
  await waitForReport(page)
  const act = (title: string, item: string) =>
    chooseItem(page, grid(page).getByRole('button', { name: `Options for ${title}`, exact: true }), item)
  await act('Units sold', 'Sort ascending')
  await expect(column(grid(page), 'Units sold')).toHaveAttribute('aria-sort', 'ascending')
  await act('Units sold', 'Pin to the left')
  await expect(grid(page).getByRole('columnheader').first()).toHaveAccessibleName('Units sold')
  const width = async () => (await column(grid(page), 'Orders').boundingBox())?.width ?? 0
  const before = await width()
  await act('Orders', 'Increase width')
  await expect.poll(width).toBeGreaterThan(before)
  await page.keyboard.press('Escape')
  await act('Orders', 'Hide column')
  await expect(column(grid(page), 'Orders')).toHaveCount(0)
})
