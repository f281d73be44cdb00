import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { Dashboard } from '#contract/dashboards.ts'
import { SavedReport } from '#contract/saved-reports.ts'
import {
  activateByKeyboard,
  answer,
  chooseByKeyboard,
  chooseInMenuByKeyboard,
  moreActions,
  openPalette,
  paletteOption,
  tabTo,
} from './kit/actions.ts'
import { waitForTiles } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

/** How a person works the controls of a page. */
interface Hands {
  readonly press: (control: Locator) => Promise<void>
  readonly type: (field: Locator, text: string) => Promise<void>
  readonly check: (box: Locator) => Promise<void>
  readonly choose: (list: Locator, option: string) => Promise<void>
  readonly chooseInMenu: (button: Locator, item: string) => Promise<void>
  readonly openTab: (tabs: Locator, name: string) => Promise<void>
}

const keyboard = (page: Page): Hands => ({
  press: (control) => activateByKeyboard(page, control),
  type: async (field, text) => {
    await tabTo(page, field)
    await page.keyboard.type(text)
  },
  check: async (box) => {
    await tabTo(page, box)
    await page.keyboard.press('Space')
  },
  choose: (list, option) => chooseByKeyboard(page, list, option),
  chooseInMenu: (button, item) => chooseInMenuByKeyboard(page, button, item),
  openTab: async (tabs, name) => {
    await tabTo(page, tabs.getByRole('tab', { selected: true }))
    await page.keyboard.press('ArrowRight')
    await expect(tabs.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
  },
})

const mouse = (page: Page): Hands => ({
  press: (control) => control.click(),
  type: (field, text) => field.fill(text),
  // The label of a switch covers its box.
  check: (box) => box.check({ force: true }),
  choose: async (list, option) => {
    await list.selectOption({ label: option })
  },
  chooseInMenu: async (button, item) => {
    await button.click()
    await page.getByRole('menuitem', { name: item }).click()
  },
  openTab: (tabs, name) => tabs.getByRole('tab', { name }).click(),
})

const main = (page: Page): Locator => page.getByRole('main')
const dialog = (page: Page, name: RegExp): Locator => page.getByRole('dialog', { name })

const NAME = 'Net sales by varietal and month last quarter'

const isSaved = ({ name }: SavedReport): boolean => name === NAME

/** Opens the answer to a question in the builder. */
const openInBuilder = async (page: Page): Promise<void> => {
  await openPalette(page)
  await page.keyboard.type(NAME.toLowerCase())
  await expect(paletteOption(page, /^Ask/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(answer(page).getByRole('table')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reports\/my\/new\?definition=/)
}

for (const [how, handsOf] of [
  ['by keyboard alone', keyboard],
  ['by mouse', mouse],
] as const) {
  test(`${how}, the top varietals by month against last year become a saved, mailed, pinned and shared pivot`, {
    tag: '@full',
  }, async ({ page, api, winery, enter }) => {
    test.setTimeout(180_000)
    const token = winery.session.access_token
    const before = await api.call(Dashboard, 'GET', '/dashboards/default', { token })
    const hands = handsOf(page)
    await enter(winery.session, '/profile')
    await openInBuilder(page)

    await test.step('a pivot of the first five, the others, and last year', async () => {
      const column = (name: RegExp) =>
        main(page).getByRole('group', { name: 'Selected columns' }).getByRole('button', { name })
      await hands.press(column(/^Varietal/))
      await hands.type(main(page).getByLabel('Limit values to top N'), '5')
      await hands.press(column(/^Order month/))
      await hands.check(main(page).getByLabel('Show as columns').last())
      await hands.choose(main(page).getByLabel('Compare with'), 'Same dates last year')
      const preview = page.getByRole('table', { name: 'Preview rows' })
      await expect(preview.getByText('All others')).toBeVisible()
      await expect(preview.getByRole('row')).toHaveCount(9)
    })

    await test.step('saved', async () => {
      await hands.press(main(page).getByRole('button', { name: 'Save', exact: true }))
      await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
      await expect(main(page).getByRole('table', { name: NAME })).toContainText('All others')
    })

    await test.step('mailed', async () => {
      await hands.chooseInMenu(moreActions(page), 'Send on a schedule…')
      const panel = dialog(page, /^Send Net sales/)
      await hands.press(panel.getByRole('button', { name: 'Add a schedule' }))
      await hands.press(panel.getByRole('button', { name: 'Add schedule' }))
      await expect(page.getByText('Schedule added')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(panel).toHaveCount(0)
    })

    await test.step('pinned as a pivot', async () => {
      await hands.chooseInMenu(moreActions(page), 'Pin to dashboard')
      const pin = dialog(page, /^Pin to dashboard/)
      await hands.press(pin.getByRole('button', { name: 'Pin', exact: true }))
      await expect(pin.getByRole('status')).toContainText('Added to')
      await hands.press(pin.getByRole('button', { name: 'Open dashboard' }))
      await waitForTiles(page, 11)
      await expect(main(page).getByText(NAME).first()).toBeVisible()
    })

    await test.step('shared by a view link', async () => {
      await hands.chooseInMenu(moreActions(page), 'Share…')
      const share = dialog(page, /^Share /)
      await hands.openTab(share, 'View links')
      await hands.press(share.getByRole('button', { name: 'Create view link' }))
      await hands.type(share.getByRole('textbox', { name: 'Name' }), 'Growers')
      await hands.press(share.getByRole('button', { name: 'Create link' }))
      await expect(share.getByRole('textbox', { name: 'View link' })).toHaveValue(/\/view#/)
    })

    // Asked again, the question would open the report of its name.
    for (const { id } of (await api.call(z.array(SavedReport), 'GET', '/reports/my', { token })).filter(isSaved))
      await api.send('DELETE', `/reports/${id}`, { token })
    // Other tests expect the tiles of the demo.
    const { version } = await api.call(Dashboard, 'GET', '/dashboards/default', { token })
    const { name, slug, widgets } = before
    await api.call(Dashboard, 'PUT', `/dashboards/${slug}`, { token, body: { name, widgets, version } })
  })
}
