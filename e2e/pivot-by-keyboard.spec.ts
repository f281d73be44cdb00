import type { Locator, Page } from '@playwright/test'
import { Dashboard } from '#contract/dashboards.ts'
import {
  activateByKeyboard,
  answer,
  chooseByKeyboard,
  chooseInMenuByKeyboard,
  moreActions,
  openPalette,
  paletteOption,
  pressEnter,
  tabTo,
} from './kit/actions.ts'
import { waitForTiles } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

const main = (page: Page): Locator => page.getByRole('main')
const dialog = (page: Page, name: RegExp): Locator => page.getByRole('dialog', { name })

const openColumn = async (page: Page, name: RegExp): Promise<void> => {
  const column = main(page).getByRole('list', { name: 'Selected columns' }).getByRole('button', { name })
  await activateByKeyboard(page, column)
}

const NAME = 'Net sales by varietal and month last quarter'

test('by keyboard alone: the top varietals by month against last year become a saved, pinned, shared and mailed pivot', {
  tag: '@full',
}, async ({ page, api, winery, enter }) => {
  test.setTimeout(180_000)
  const token = winery.session.access_token
  const before = await api.call(Dashboard, 'GET', '/dashboards/default', { token })
  await enter(winery.session, '/profile')
  await openPalette(page)
  await page.keyboard.type(NAME.toLowerCase())
  await expect(paletteOption(page, /^Ask/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(answer(page).getByRole('table')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reports\/my\/new\?definition=/)

  await test.step('a pivot of the first five, the others, and last year', async () => {
    await openColumn(page, /^Varietal/)
    await tabTo(page, main(page).getByLabel('Limit values to top N'))
    await page.keyboard.type('5')
    await openColumn(page, /^Order month/)
    await tabTo(page, main(page).getByLabel('Show across').last())
    await page.keyboard.press('Space')
    await chooseByKeyboard(page, main(page).getByLabel('Compare with'), 'Same dates last year')
    const preview = page.getByRole('table', { name: 'Preview rows' })
    await expect(preview.getByText('All others')).toBeVisible()
    await expect(preview.getByRole('row')).toHaveCount(9)
  })

  await test.step('saved', async () => {
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
    await expect(main(page).getByRole('table', { name: NAME })).toContainText('All others')
  })

  await test.step('mailed', async () => {
    await chooseInMenuByKeyboard(page, moreActions(page), 'Send by email…')
    const panel = dialog(page, /^Send Net sales/)
    await activateByKeyboard(page, panel.getByRole('button', { name: 'Add a schedule' }))
    await activateByKeyboard(page, panel.getByRole('button', { name: 'Add', exact: true }))
    await expect(page.getByText('Schedule added')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
  })

  await test.step('pinned as a pivot', async () => {
    await chooseInMenuByKeyboard(page, moreActions(page), 'Pin to dashboard')
    const pin = dialog(page, /^Pin to dashboard/)
    await activateByKeyboard(page, pin.getByRole('button', { name: 'Pin', exact: true }))
    await expect(pin.getByRole('status')).toContainText('Added to')
    await activateByKeyboard(page, pin.getByRole('button', { name: 'Open dashboard' }))
    await waitForTiles(page, 11)
    await expect(main(page).getByText(NAME).first()).toBeVisible()
  })

  await test.step('shared by a view link', async () => {
    await activateByKeyboard(page, moreActions(page))
    const item = page.getByRole('menuitem', { name: 'Share…' })
    await expect(async () => {
      await page.keyboard.press('ArrowDown')
      await expect(item).toBeFocused({ timeout: 300 })
    }).toPass()
    await page.keyboard.press('Space')
    const share = dialog(page, /^Share /)
    await tabTo(page, share.getByRole('tab', { selected: true }))
    await page.keyboard.press('ArrowRight')
    await activateByKeyboard(page, share.getByRole('button', { name: 'Create view link' }))
    await tabTo(page, share.getByRole('textbox', { name: 'Name' }))
    await page.keyboard.type('Growers')
    await pressEnter(page)
    await expect(share.getByRole('textbox', { name: 'View link' })).toHaveValue(/\/view#/)
  })

  // Other tests expect the tiles of the demo.
  const { version } = await api.call(Dashboard, 'GET', '/dashboards/default', { token })
  const { name, slug, widgets } = before
  await api.call(Dashboard, 'PUT', `/dashboards/${slug}`, { token, body: { name, widgets, version } })
})
