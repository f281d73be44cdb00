import { expect, type Locator, type Page } from '@playwright/test'

export const paletteField = (page: Page): Locator => page.getByRole('combobox', { name: 'Search or ask' })

/** What the palette lists: pages, actions and questions to ask. */
export const found = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('listbox', { name: 'Results' }).getByRole('option', { name })

export const answer = (page: Page): Locator => page.getByRole('region', { name: 'Answer', exact: true })

/** Opens the palette by its keys, once there is a page that hears them. */
export const openPalette = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(paletteField(page)).toBeFocused()
}

export const ask = async (page: Page, question: string): Promise<void> => {
  await openPalette(page)
  await paletteField(page).fill(question)
  await found(page, /^Ask/).click()
}
