import { expect, type Locator, type Page } from '@playwright/test'

/** Fills fields, which are found by the start of their labels. */
export const fillIn = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

/** A form field by its label, which may end in the asterisk of required fields. */
export const field = (parent: Page | Locator, label: string) => parent.getByLabel(new RegExp(`^${label}( \\*)?$`))

/** Signs in on the open sign-in page. */
export const signInOnPage = async (page: Page, email: string, password: string): Promise<void> => {
  await fillIn(page, { Email: email, Password: password })
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** More tab stops than any page has. */
const MOST_STOPS = 300
const MOST_ITEMS = 20

const hasFocus = (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement)

/** Presses the key until the element has the focus. */
const pressUntilFocused = async (page: Page, key: string, target: Locator, most: number): Promise<void> => {
  for (let presses = 0; presses < most; presses += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${target}`)
}

/** Moves the focus to the element with Tab, as keyboard users do. */
export const tabTo = (page: Page, target: Locator): Promise<void> => pressUntilFocused(page, 'Tab', target, MOST_STOPS)

/** The page takes a second Enter within 100 ms for a bouncing key. People are slower than tests. */
const ENTER_PAUSE = 150

/** Presses Enter as a person does, some time after the key before. */
export const pressEnter = async (page: Page): Promise<void> => {
  await page.waitForTimeout(ENTER_PAUSE)
  await page.keyboard.press('Enter')
}

export const activateByKeyboard = async (page: Page, target: Locator): Promise<void> => {
  await tabTo(page, target)
  await pressEnter(page)
}

/** Selects an option of a native list by typing its label. */
export const chooseByKeyboard = async (page: Page, list: Locator, option: string): Promise<void> => {
  await tabTo(page, list)
  await page.keyboard.type(option)
  await expect(list.locator('option:checked')).toHaveText(option)
}

/** Opens a menu by its button and activates an item. */
export const chooseInMenuByKeyboard = async (page: Page, button: Locator, item: string | RegExp): Promise<void> => {
  await activateByKeyboard(page, button)
  const menuItem = page.getByRole('menuitem', { name: item })
  await expect(menuItem).toBeVisible()
  await pressUntilFocused(page, 'ArrowDown', menuItem, MOST_ITEMS)
  await pressEnter(page)
}

/** The button of the menu with what a page can do besides its primary action. */
export const moreActions = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: /^Actions for this/ })

/** An item of that menu while it is open. */
export const moreItem = (page: Page, name: string): Locator => page.getByRole('menuitem', { name, exact: true })

/** Opens that menu and activates an item. */
export const chooseMore = async (page: Page, name: string): Promise<void> => {
  await moreActions(page).click()
  await moreItem(page, name).click()
}

/** Opens the link of the newest email with this recipient and subject. */
export const openMailedLink = async (page: Page, to: string, subject: string): Promise<void> => {
  const link = page
    .getByRole('article')
    .filter({ hasText: `To ${to}` })
    .filter({ hasText: subject })
    .getByRole('link')
  await expect(async () => {
    await page.goto('/outbox')
    await expect(link.first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await link.first().click()
}

export const paletteField = (page: Page): Locator => page.getByRole('combobox', { name: 'Search or ask' })

/** An option of the palette: a page, an action or a question. */
export const paletteOption = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('listbox', { name: 'Results' }).getByRole('option', { name })

export const answer = (page: Page): Locator => page.getByRole('region', { name: 'Answer', exact: true })

/** Opens the palette by its shortcut once a page is loaded. */
export const openPalette = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(paletteField(page)).toBeFocused()
}

export const ask = async (page: Page, question: string): Promise<void> => {
  await openPalette(page)
  await paletteField(page).fill(question)
  await paletteOption(page, /^Ask/).click()
}
