import { expect, type Locator, type Page } from '@playwright/test'
import { chooseMore, moreActions } from './actions.ts'

/** Every widget type on a default dashboard. */
export const TILE_COUNT = 10

export const tiles = (page: Page): Locator => page.getByRole('main').getByRole('article')

export const tile = (page: Page, title: string): Locator => page.getByRole('main').getByRole('article', { name: title })

/** Waits until `count` tiles are loaded. */
export const waitForTiles = async (page: Page, count = TILE_COUNT): Promise<void> => {
  await expect(tiles(page)).toHaveCount(count)
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 30_000 })
}

/** A notification at the top right. */
export const toast = (page: Page, message: string): Locator => page.getByRole('alert').filter({ hasText: message })

/** Activates an item of a tile's menu. */
export const chooseInTile = async (page: Page, title: string, choice: string): Promise<void> => {
  await page
    .getByRole('main')
    .getByRole('button', { name: `Actions for ${title}` })
    .click()
  // Another tile's menu may still be closing.
  await page
    .getByRole('menu', { name: `Actions for ${title}` })
    .getByRole('menuitem', { name: choice, exact: true })
    .click()
}

/** Gives a tile another title in its settings. */
export const retitle = async (page: Page, from: string, to: string): Promise<void> => {
  await chooseInTile(page, from, 'Settings')
  const panel = page.getByRole('dialog', { name: 'Widget settings' })
  await panel.getByLabel('Title').fill(to)
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect(tile(page, to)).toBeVisible()
}

/** Activates a button of the dashboard, which is in the menu on a phone. */
export const chooseOnDashboard = async (page: Page, name: string): Promise<void> => {
  await expect(moreActions(page)).toBeVisible()
  const button = page.getByRole('main').getByRole('button', { name, exact: true })
  await ((await button.isVisible()) ? button.click() : chooseMore(page, name))
}
