import type { Page } from '@playwright/test'
import type { NewDashboard } from '#contract/dashboards.ts'
import { chooseInTile, tile, waitForTiles } from './kit/dashboard.ts'
import { test as base, expect } from './kit/test.ts'

type Widgets = NonNullable<NewDashboard['widgets']>

const test = base.extend<{ openBoard: (widgets: Widgets) => Promise<void> }>({
  openBoard: ({ page, api, winery, enter }, use) =>
    use(async (widgets) => {
      const board = await api.createDashboard(winery.session.access_token, { name: 'Headlines', widgets })
      await enter(winery.session, `/dashboard/${board.slug}`)
      await waitForTiles(page, widgets.length)
    }),
})

const headline = (page: Page, title: string) => tile(page, title).locator('[data-size="hero"]')

/** The whole number in a text. */
const wholeNumber = (text: string): number => Number(text.replace(/\D/g, ''))

test('a sales summary of units has units as its headline', { tag: '@full' }, async ({ page, openBoard }) => {
  const props = { column: 'unitsSold' }
  await openBoard([{ type: 'salesSummary', x: 0, y: 0, w: 5, h: 9, props }])
  await expect(headline(page, 'Sales Summary by Month')).toContainText('Units sold')
  await expect(headline(page, 'Sales Summary by Month')).not.toContainText('$')
  await expect(tile(page, 'Sales Summary by Month')).toContainText('Net sales')
})

for (const [w, h] of [
  [3, 4],
  [4, 7],
] as const) {
  test(`order metrics of ${w} × ${h} compare all four numbers`, { tag: '@full' }, async ({ page, openBoard }) => {
    const props = { periodType: 'ytd', compareLastPeriod: true, compareWith: 'previousYear' }
    await openBoard([{ type: 'orderMetrics', x: 0, y: 0, w, h, props }])
    const shown = tile(page, 'Order Metrics by Period')
    for (const label of ['Orders', 'Average order', 'Units per order', 'Refund rate']) {
      await expect(shown.getByText(label, { exact: false }).first()).toBeVisible()
    }
    await expect(shown.locator('[title^="Compared with"]')).toHaveCount(4)
    const tileBox = await shown.boundingBox()
    for (const change of await shown.locator('[title^="Compared with"]').all()) {
      const box = await change.boundingBox()
      if (!tileBox || !box) throw new Error('not on screen')
      expect(box.y + box.height).toBeLessThanOrEqual(tileBox.y + tileBox.height)
      expect(box.x + box.width).toBeLessThanOrEqual(tileBox.x + tileBox.width)
    }
  })
}

test('members by status add up to the active members above them', { tag: '@full' }, async ({ page, openBoard }) => {
  await openBoard([{ type: 'clubMemberCount', x: 0, y: 0, w: 4, h: 7, props: { aggregation: 'status' } }])
  const title = 'Club Member Count'
  await expect(headline(page, title)).toContainText('Active members')
  const all = wholeNumber((await headline(page, title).textContent()) ?? '')
  await chooseInTile(page, title, 'Show as table')
  const cells = tile(page, title)
    .getByRole('row')
    .filter({ hasText: /on hold/i })
    .getByRole('cell')
  await expect(cells.filter({ hasText: 'Not on hold' })).toHaveCount(1)
  const counts = (await cells.allInnerTexts()).filter((text) => /^[\d,]+$/.test(text)).map(wholeNumber)
  expect(counts).toHaveLength(2)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all)
})

test('the pictures of widgets to add are marked as samples', { tag: '@full' }, async ({ page, openBoard }) => {
  await openBoard([{ type: 'sales', x: 0, y: 0, w: 3, h: 4, props: {} }])
  await page.getByRole('button', { name: 'Add Widget' }).click()
  const panel = page.getByRole('dialog', { name: 'Add Widget' })
  await expect(panel.getByText('Previews show sample data.')).toBeVisible()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Sales by Period' })).toContainText('Sample')
})
