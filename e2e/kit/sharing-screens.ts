import { expect, type Page } from '@playwright/test'
import { chooseMore } from './actions.ts'
import { waitForTiles } from './dashboard.ts'
import { DIALOG, type Screen, screen } from './screen.ts'

const chooseWhenReady = async (page: Page, name: string): Promise<void> => {
  await waitForTiles(page, 1)
  await chooseMore(page, name)
}

const openViewLinks = async (page: Page): Promise<void> => {
  await chooseWhenReady(page, 'Share…')
  await page.getByRole('tab', { name: 'View links' }).click()
  await page.getByRole('button', { name: 'Create view link' }).click()
}

const second = { persona: 'winery', path: '/dashboard/second', part: DIALOG } as const

/** Sharing and sending a dashboard, and showing it on a wall. */
export const sharingScreens: readonly Screen[] = [
  screen('dashboards', 'winery', '/dashboards', (page) =>
    expect(page.getByRole('table', { name: 'Dashboards' })).toBeVisible(),
  ),
  {
    name: 'share-people',
    ...second,
    open: async (page) => {
      await chooseWhenReady(page, 'Share…')
      await expect(page.getByRole('switch', { name: /^Everyone in the account/ })).toBeVisible()
    },
  },
  {
    name: 'share-links',
    ...second,
    open: async (page) => {
      await openViewLinks(page)
      await page.getByRole('button', { name: 'Create link' }).click()
      await expect(page.getByText('This field is required')).toBeVisible()
    },
  },
  {
    name: 'share-link-created',
    ...second,
    open: async (page) => {
      await openViewLinks(page)
      await page.getByRole('textbox', { name: 'Name' }).fill('Tasting room TV')
      await page.getByRole('button', { name: 'Create link' }).click()
      await expect(page.getByRole('textbox', { name: 'View link' })).toBeVisible()
    },
  },
  {
    name: 'send-dashboard',
    ...second,
    open: async (page) => {
      await chooseWhenReady(page, 'Send on a schedule…')
      await page.getByRole('button', { name: 'Add a schedule' }).click()
      await expect(page.getByLabel('Frequency')).toBeVisible()
    },
  },
  {
    name: 'wall-dialog',
    ...second,
    open: async (page) => {
      await chooseWhenReady(page, 'Wall mode…')
      await expect(page.getByRole('checkbox', { name: 'Second' })).toBeVisible()
    },
  },
  screen('wall', 'winery', '/wall', async (page) => {
    await expect(page.getByRole('region', { name: /^Wall mode: / })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  }),
]
