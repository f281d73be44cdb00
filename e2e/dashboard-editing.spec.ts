import type { Page } from '@playwright/test'
import { FAILED_CALL, failCalls } from './kit/browser.ts'
import { chooseInTile, tile, tiles, toast, waitForTiles } from './kit/dashboard.ts'
import { button, SMALL_BOARD, test } from './kit/small-board.ts'
import { expect } from './kit/test.ts'

const save = async (page: Page): Promise<void> => {
  await button(page, 'Save').click()
  await expect(toast(page, 'Dashboard saved successfully')).toBeVisible()
}

const tileBounds = async (
  page: Page,
  title: string,
): Promise<{ x: number; y: number; width: number; height: number }> => {
  const box = await tile(page, title).boundingBox()
  if (box === null) throw new Error(`${title} is not on screen`)
  return box
}

/** Drags the pointer by this many pixels, slowly enough for the grid to follow. */
const drag = async (page: Page, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> => {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 5 })
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 5 })
  await page.mouse.up()
}

/** Records in the page which tiles it requests, because the browser does not store the bodies of such requests. */
const recordRequestedTiles = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const requested: string[] = []
    const send = window.fetch
    window.fetch = async (input, init) => {
      const isTiles = input instanceof Request && input.url.endsWith('/dashboards/data')
      if (isTiles) requested.push(...JSON.parse(await input.clone().text()).widgets.map(({ id }: { id: string }) => id))
      return send(input, init)
    }
    Object.assign(window, { requestedTiles: requested })
  })

const requestedTiles = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => ('requestedTiles' in window ? [...new Set(window.requestedTiles as string[])] : []))

test('adds a widget at the left in row twice the number of widgets, focuses it, and saves it', async ({
  page,
  saved,
}) => {
  await button(page, 'Add Widget').click()
  const panel = page.getByRole('dialog', { name: 'Add Widget' })
  await expect(panel.getByRole('button', { name: /\w/ }).filter({ hasText: /\w/ })).toHaveCount(13)
  await panel.getByRole('button', { name: 'Club Member Count' }).click()
  await expect(panel).toHaveCount(0)
  await waitForTiles(page, 4)
  const added = page.locator('[data-tile]').filter({ has: page.getByRole('article', { name: 'Club Member Count' }) })
  await expect(added).toBeFocused()
  await expect(added).toBeInViewport()
  // The tiles move to their places.
  await expect(async () => {
    const above = await tileBounds(page, 'Order Metrics by Period')
    expect((await tileBounds(page, 'Club Member Count')).y).toBeGreaterThanOrEqual(above.y + above.height)
  }).toPass()
  await save(page)
  expect((await saved()).widgets).toEqual([
    ...SMALL_BOARD.map(({ props: _, ...placed }) => expect.objectContaining(placed)),
    expect.objectContaining({ type: 'clubMemberCount', x: 0, y: 8 }),
  ])
})

test('moves a tile by its title, resizes it at its corner, and saves both', async ({ page, saved }) => {
  const from = await tileBounds(page, 'Average Order Size')
  await drag(page, { x: from.x + 60, y: from.y + 16 }, { x: -from.width - 12, y: from.height + 40 })
  await expect.poll(async () => (await tileBounds(page, 'Average Order Size')).y).toBeGreaterThan(from.y)
  const before = await tileBounds(page, 'Sales by Period')
  await drag(page, { x: before.x + before.width - 4, y: before.y + before.height - 4 }, { x: 180, y: 90 })
  await expect.poll(async () => (await tileBounds(page, 'Sales by Period')).width).toBeGreaterThan(before.width)
  await save(page)
  const byType = new Map((await saved()).widgets.map((widget) => [widget.type, widget]))
  expect(byType.get('sales')).toMatchObject({ w: 4, h: 6 })
  expect(byType.get('avgOrder')?.x).toBe(0)
})

test('undoes and redoes a removal by button and shortcut, and reports no unsaved changes at the start', async ({
  page,
  board: _,
}) => {
  await expect(button(page, 'Undo').or(button(page, 'Redo'))).toHaveCount(0)
  await chooseInTile(page, 'Average Order Size', 'Remove')
  await expect(tiles(page)).toHaveCount(2)
  await button(page, 'Undo').click()
  await expect(tiles(page)).toHaveCount(3)
  await button(page, 'Redo').click()
  await expect(tiles(page)).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(tiles(page)).toHaveCount(3)
  await page.keyboard.press('Control+Shift+z')
  await expect(tiles(page)).toHaveCount(2)

  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Cuvee, home' }).click()
  await expect(leave).toBeVisible()
  await page.getByRole('button', { name: 'Stay' }).click()
  await button(page, 'Undo').click()
  await expect(tiles(page)).toHaveCount(3)
  await expect(button(page, 'Undo')).toBeDisabled()
  await page.getByRole('link', { name: 'Cuvee, home' }).click()
  await expect(leave).toHaveCount(0)
  await expect(page).toHaveURL('/')
})

test('Ctrl+Z in a text field undoes typing only', { tag: '@full' }, async ({ page, board }) => {
  await chooseInTile(page, 'Average Order Size', 'Remove')
  await expect(tiles(page)).toHaveCount(2)
  await button(page, board.name).click()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Escape')
  await expect(tiles(page)).toHaveCount(2)
})

test('a changed setting reloads only its tile, and is saved', async ({ page, saved }) => {
  await recordRequestedTiles(page)
  await chooseInTile(page, 'Sales by Period', 'Settings')
  const panel = page.getByRole('dialog', { name: 'Widget settings' })
  await panel.getByRole('combobox', { name: 'Period' }).click()
  await page.getByRole('option', { name: /year/i }).click()
  await panel.getByLabel('Title').fill('Sales this year')
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect(tile(page, 'Sales this year')).toBeVisible()
  await waitForTiles(page, 3)
  await expect.poll(() => requestedTiles(page)).toEqual(['sales'])
  await save(page)
  const widget = (await saved()).widgets.find(({ type }) => type === 'sales')
  expect(widget?.props).toMatchObject({ title: 'Sales this year', periodType: 'ytd' })
  expect(await requestedTiles(page)).toEqual(['sales'])
})

test('excluding club orders changes the sales numbers', { tag: '@full' }, async ({ page, board: _ }) => {
  await chooseInTile(page, 'Sales by Period', 'Settings')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Period' }).click()
  await page.getByRole('option', { name: /year/i }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await waitForTiles(page, 3)
  const toggle = page.getByRole('switch', { name: 'Include Club Orders' })
  await expect(toggle).toBeChecked()
  const money = tile(page, 'Sales by Period')
    .getByText(/^\$[\d,.]+[KM]?$/)
    .first()
  const withClubs = (await money.textContent()) ?? ''
  await toggle.press('Space')
  await expect(money).not.toHaveText(withClubs)
  await toggle.press('Space')
  await expect(money).toHaveText(withClubs)
})

test('a phone shows the tiles in one column and keeps the saved layout', { tag: '@full' }, async ({
  page,
  board,
  saved,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(button(page, 'Add Widget')).toHaveCount(0)
  await expect(tiles(page)).toHaveCount(3)
  await page.reload()
  await waitForTiles(page, 3)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(button(page, 'Add Widget')).toBeVisible()
  await expect(button(page, 'Undo')).toHaveCount(0)
  expect(await saved()).toEqual(board)
})

test('keeps dark mode that is selected while the session is loading', { tag: '@full' }, async ({ page, board: _ }) => {
  const dark = page.getByRole('switch', { name: 'Enable dark mode' })
  let answer = () => {}
  const isChosen = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/api\/user\/[^/]+$/, async (route) => {
    const response = await route.fetch()
    await isChosen
    await route.fulfill({ response })
  })
  const userResponse = page.waitForResponse(/\/api\/user\/[^/]+$/)
  await page.reload()
  await dark.press('Space')
  await expect(dark).toBeChecked()
  answer()
  await userResponse
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))))
  await expect(dark).toBeChecked()
  // The tests of this file share a user.
  const isTakenBack = page.waitForResponse(/set-theme\/light/)
  await dark.press('Space')
  await isTakenBack
})

test('a theme that could not be saved is taken back', { tag: '@full' }, async ({ page, board: _, watch }) => {
  watch.expectConsole(FAILED_CALL)
  await failCalls(page, 'POST', '/user/set-theme/dark')
  const dark = page.getByRole('switch', { name: 'Enable dark mode' })
  await dark.press('Space')
  await expect(toast(page, 'An unexpected error occurred')).toBeVisible()
  await expect(dark).not.toBeChecked()
  await page.reload()
  await expect(dark).not.toBeChecked()
})

test('stores dark mode for the user across reloads', { tag: '@full' }, async ({ page, board: _ }) => {
  const dark = page.getByRole('switch', { name: 'Enable dark mode' })
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await colour()
  const themeSaved = page.waitForResponse(/set-theme\/dark/)
  await dark.press('Space')
  await expect.poll(colour).not.toBe(light)
  await themeSaved
  await page.reload()
  await expect(dark).toBeChecked()
  await expect.poll(colour).not.toBe(light)
  const isTakenBack = page.waitForResponse(/set-theme\/light/)
  await dark.press('Space')
  await isTakenBack
  await expect.poll(colour).toBe(light)
})
