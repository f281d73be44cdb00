import type { Page } from '@playwright/test'
import { activateByKeyboard, chooseInMenuByKeyboard, pressEnter, signInOnPage, tabTo } from './kit/actions.ts'
import { openSignedIn } from './kit/browser.ts'
import { chooseInTile, retitle, tile, tiles, toast, waitForTiles } from './kit/dashboard.ts'
import { button, SMALL_BOARD, smallTile, test } from './kit/small-board.ts'
import { expect } from './kit/test.ts'

const restored = (page: Page) => page.getByRole('status').filter({ hasText: 'Unsaved changes from' })
const savedToast = (page: Page) => toast(page, 'Dashboard saved successfully')

/** Number of drafts of all users in this browser. */
const countDrafts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('cuvee-drafts')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const count = request.result.transaction('drafts').objectStore('drafts').count()
          count.onsuccess = () => {
            request.result.close()
            resolve(count.result)
          }
        }
      }),
  )

test('two people edit one dashboard, and the second to save merges both', async ({
  page,
  browser,
  baseURL,
  winery,
  board,
  saved,
  watch,
}) => {
  watch.expectConsole(/status of 412/)
  const theirs = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage()
  await openSignedIn(theirs, winery.session, `/dashboard/${board.slug}`)
  await waitForTiles(theirs, 3)
  await retitle(theirs, 'Sales by Period', 'Sales by them')
  await chooseInTile(theirs, 'Order Metrics by Period', 'Remove')
  await button(theirs, 'Save').click()
  await expect(savedToast(theirs)).toBeVisible()

  await retitle(page, 'Sales by Period', 'Sales by me')
  await chooseInTile(page, 'Average Order Size', 'Remove')
  await button(page, 'Save').click()
  const dialog = page.getByRole('dialog', { name: 'Dashboard changed elsewhere' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Average Order Size: removed by you',
    'Order Metrics by Period: removed by them',
  ])
  const conflict = dialog.getByRole('radiogroup', { name: 'Sales by me' })
  await expect(conflict.getByRole('radio', { name: 'Both' })).toBeChecked()
  await expect(conflict).toContainText('Title “Sales by them”')
  await dialog.getByRole('button', { name: 'Save combined dashboard' }).click()
  await expect(savedToast(page)).toBeVisible()
  const titles = async () => (await saved()).widgets.map(({ props }) => props.title)
  expect(await titles()).toEqual(['Sales by them', 'Sales by me'])

  // Undo leads to their version, and then to mine.
  await button(page, 'Undo').click()
  await expect(tiles(page)).toHaveCount(2)
  await expect(tile(page, 'Average Order Size')).toBeVisible()
  await button(page, 'Undo').click()
  await expect(tile(page, 'Sales by me')).toBeVisible()
  await expect(tile(page, 'Order Metrics by Period')).toBeVisible()
  await theirs.context().close()
})

test('unsaved edits survive a killed renderer and a reload, until they are discarded', { tag: '@full' }, async ({
  page,
  context,
  winery,
  board,
  saved,
}) => {
  await chooseInTile(page, 'Average Order Size', 'Remove')
  await retitle(page, 'Sales by Period', 'Sales before the crash')
  const crashed = page.waitForEvent('crash')
  const devtools = await context.newCDPSession(page)
  devtools.send('Page.crash').catch(() => undefined)
  await crashed

  const next = await context.newPage()
  await openSignedIn(next, winery.session, `/dashboard/${board.slug}`)
  await expect(restored(next)).toBeVisible()
  await expect(tile(next, 'Sales before the crash')).toBeVisible()
  await expect(tiles(next)).toHaveCount(2)
  await button(next, 'Continue editing').click()
  await expect(restored(next)).toHaveCount(0)

  await next.reload()
  await button(next, 'Discard changes').click()
  await expect(tiles(next)).toHaveCount(3)
  await button(next, 'Undo').click()
  await expect(tiles(next)).toHaveCount(2)
  await button(next, 'Save').click()
  await expect(savedToast(next)).toBeVisible()
  expect((await saved()).widgets).toHaveLength(2)
  await next.reload()
  await waitForTiles(next, 2)
  await expect(restored(next)).toHaveCount(0)
  expect(await countDrafts(next)).toBe(0)
})

test('a draft of an older version is merged when it is saved', { tag: '@full' }, async ({
  page,
  api,
  winery,
  board,
  saved,
  watch,
}) => {
  watch.expectConsole(/status of 412/)
  await chooseInTile(page, 'Average Order Size', 'Remove')
  await expect.poll(() => countDrafts(page)).toBe(1)
  const token = winery.session.access_token
  const body = { name: board.name, widgets: SMALL_BOARD.slice(0, 2), version: board.version }
  await api.send('PUT', `/dashboards/${board.slug}`, { token, body })
  await page.reload()
  await expect(restored(page)).toContainText('was saved elsewhere since then')
  await button(page, 'Save').click()
  await page.getByRole('button', { name: 'Save combined dashboard' }).click()
  await expect(savedToast(page)).toBeVisible()
  expect((await saved()).widgets.map(({ type }) => type)).toEqual(['sales'])
})

test('idle sign-out keeps drafts for the same user only; signing out asks and removes them', {
  tag: '@full',
}, async ({ page, api, enter }) => {
  const owner = await api.register()
  const board = await api.createDashboard(owner.session.access_token, { name: 'Vault', widgets: SMALL_BOARD })
  await page.clock.install()
  await enter(owner.session, `/dashboard/${board.slug}`)
  await waitForTiles(page, 3)
  await chooseInTile(page, 'Average Order Size', 'Remove')
  await expect.poll(() => countDrafts(page)).toBe(1)
  await page.clock.fastForward('31:00')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()

  const other = await api.register()
  await page.goto('/sign-in')
  await signInOnPage(page, other.email, other.password)
  await expect(tiles(page).first()).toBeVisible()
  const signOut = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Profile menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  // The other user has no drafts, so nothing is asked.
  await signOut()
  await signInOnPage(page, owner.email, owner.password)
  await expect(tiles(page).first()).toBeVisible()
  await page.goto(`/dashboard/${board.slug}`)
  await expect(restored(page)).toBeVisible()
  await expect(tiles(page)).toHaveCount(2)

  await signOut()
  const question = page.getByRole('dialog', { name: 'Sign out and discard changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(tiles(page)).toHaveCount(2)
  await signOut()
  await question.getByRole('button', { name: 'Sign out and discard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect.poll(() => countDrafts(page)).toBe(0)
})

test('moves and resizes tiles by keyboard only, announced, as one undo step', { tag: '@full' }, async ({
  page,
  board: _,
  saved,
}) => {
  const group = page.getByRole('group', { name: /^Average Order Size/ })
  await tabTo(page, group)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('application', { name: 'Move Average Order Size' })
  await expect(panel).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('status').filter({ hasText: 'Tile 2 of 3, column 6 of 8' })).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('status').filter({ hasText: 'It can’t move further right.' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(group).toBeFocused()
  await expect(button(page, 'Undo')).toHaveCount(0)

  await page.keyboard.press('Enter')
  await expect(panel).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await pressEnter(page)
  await expect(group).toBeFocused()
  await chooseInMenuByKeyboard(page, page.getByRole('button', { name: 'Actions for Sales by Period' }), 'Resize')
  await expect(page.getByRole('application', { name: 'Resize Sales by Period' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await pressEnter(page)
  await activateByKeyboard(page, button(page, 'Save'))
  await expect(savedToast(page)).toBeVisible()
  const byType = new Map((await saved()).widgets.map((widget) => [widget.type, widget]))
  expect(byType.get('avgOrder')).toMatchObject({ x: 0, y: 0 })
  expect(byType.get('sales')).toMatchObject({ x: 0, y: 4, w: 4 })
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(button(page, 'Undo')).toBeDisabled()
})

test('prints every tile within the page', { tag: '@full' }, async ({ page, api, winery, board }) => {
  const token = winery.session.access_token
  const wide = { name: board.name, widgets: [...SMALL_BOARD, { ...smallTile('clubSignup', 0, 8), w: 8 }] }
  await api.send('PUT', `/dashboards/${board.slug}`, { token, body: wide })
  // A print layout does not notify observers of sizes.
  await page.addInitScript(() => {
    const Native = ResizeObserver
    window.ResizeObserver = class extends Native {
      constructor(callback: ResizeObserverCallback) {
        super((entries, observer) => {
          if (!matchMedia('print').matches) callback(entries, observer)
        })
      }
    }
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await waitForTiles(page, 4)
  await page.emulateMedia({ media: 'print' })
  // A Letter page in landscape with margins of 10 mm.
  await page.setViewportSize({ width: 980, height: 740 })
  const ends = await page
    .locator('[data-tile]')
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().right))
  expect(ends).toHaveLength(4)
  for (const end of ends) expect(end).toBeLessThanOrEqual(980)
})
