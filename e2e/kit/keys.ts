import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page has. */
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

/** Goes to the element by Tab, as people without a pointer do. */
export const tabTo = (page: Page, target: Locator): Promise<void> => pressUntilFocused(page, 'Tab', target, MOST_STOPS)

export const pressByKey = async (page: Page, target: Locator): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Chooses in a list of the browser's own by typing what the option is called. */
export const chooseByKeys = async (page: Page, list: Locator, option: string): Promise<void> => {
  await tabTo(page, list)
  await page.keyboard.type(option)
  await expect(list.locator('option:checked')).toHaveText(option)
}

/** Opens a menu by its button and chooses from it. */
export const chooseInMenuByKeys = async (page: Page, button: Locator, item: string | RegExp): Promise<void> => {
  await pressByKey(page, button)
  const wanted = page.getByRole('menuitem', { name: item })
  await expect(wanted).toBeVisible()
  await pressUntilFocused(page, 'ArrowDown', wanted, MOST_ITEMS)
  await page.keyboard.press('Enter')
}
