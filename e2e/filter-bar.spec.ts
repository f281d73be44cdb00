import type { Page } from '@playwright/test'
import { addDays } from '#domain/ranges/local-day.ts'
import { tile, waitForTiles } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

const entry = (type: string, x: number) => ({ id: type, type, x, y: 0, w: 4, h: 6, props: {} })

/** The last weekend that has ended, in the winery's zone. */
const lastWeekend = (): { readonly saturday: string; readonly sunday: string } => {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Los_Angeles' })
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const sunday = addDays(today, -(weekday === 0 ? 7 : weekday))
  return { saturday: addDays(sunday, -1), sunday }
}

const bar = (page: Page) => page.getByRole('region', { name: 'Dates and filters of this dashboard' })
const searchOf = (page: Page): URLSearchParams => new URL(page.url()).searchParams

test('compares a weekend with the same weekend last year by channel, and goes from a bar to its orders and back', async ({
  page,
  api,
  winery,
  enter,
}) => {
  const token = winery.session.access_token
  const board = await api.createDashboard(token, {
    name: 'Weekend',
    widgets: [entry('sales', 0), entry('avgOrder', 4)],
  })
  await enter(winery.session, `/dashboard/${board.slug}`)
  await waitForTiles(page, 2)
  const { saturday, sunday } = lastWeekend()

  await bar(page)
    .getByRole('button', { name: /^Dates:/ })
    .click()
  const dates = page.getByRole('dialog', { name: /^Dates:/ })
  await dates.getByLabel('From').fill(saturday)
  await dates.getByLabel('To').fill(sunday)
  await dates.getByRole('button', { name: 'Apply' }).click()
  await bar(page).getByRole('button', { name: 'Compare with' }).click()
  await page.getByRole('button', { name: 'Same weekdays last year' }).click()
  await expect
    .poll(() => Object.fromEntries(searchOf(page)))
    .toEqual({ from: saturday, until: addDays(sunday, 1), compare: 'sameWeekdays' })
  await waitForTiles(page, 2)

  const before = { from: addDays(saturday, -364), until: addDays(sunday, -363) }
  const answer = await api.send('POST', '/dashboards/data', {
    token,
    body: {
      filterBar: { from: saturday, until: addDays(sunday, 1), compare: 'sameWeekdays' },
      widgets: [{ id: 'w', type: 'avgOrder', props: {} }],
    },
  })
  const line = await answer.json()
  expect(line.compareRange).toMatchObject(before)

  // From the bar of the first channel to its orders, by keyboard.
  const chart = tile(page, 'Average Order Size').getByRole('slider')
  await chart.focus()
  await chart.press('Enter')
  await page.getByRole('menuitem', { name: 'Filter by this' }).click()
  await waitForTiles(page, 2)
  await expect.poll(() => searchOf(page).getAll('any.channel')).toEqual([line.data.rows[0][0]])
  await expect(bar(page).getByRole('button', { name: /^Sales channel: (?!All)/ })).toBeVisible()

  await chart.click({ position: { x: 12, y: 12 } })
  await page.getByRole('menuitem', { name: 'Show the records' }).click()
  await expect(page).toHaveURL(/\/reports\/orders\/list/)
  const orders = line.data.rows[0][2]
  await expect(page.getByText(new RegExp(`\\b${orders} (orders?|rows?)\\b`)).first()).toBeVisible()

  await page.goBack()
  await waitForTiles(page, 2)
  await expect.poll(() => searchOf(page).getAll('any.channel')).toHaveLength(1)
  await page.goBack()
  await waitForTiles(page, 2)
  await expect(bar(page).getByRole('button', { name: 'Sales channel: All' })).toBeVisible()
})
