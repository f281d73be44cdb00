import { expect, type Page } from '@playwright/test'
import { DIALOG, type Screen } from './screen.ts'

const openBell = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Notifications, \d unread/ }).click()
  await expect(page.getByRole('menuitem', { name: 'See All Notifications' })).toBeVisible()
}

const list = (page: Page) => expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()

/** What users are told of, as those see it whose services refuse Cuvee. */
export const notificationScreens: readonly Screen[] = [
  { name: 'notifications-unread', eyes: 'told', path: '/profile', wideOnly: true, open: openBell },
  {
    name: 'notification-unread-only',
    eyes: 'told',
    path: '/notifications?show=unread',
    isTwin: true,
    open: list,
  },
  {
    name: 'notifications',
    eyes: 'told',
    path: '/notifications',
    open: async (page) => {
      await list(page)
      await page.getByRole('main').getByRole('button', { name: 'Web shop needs attention' }).first().click()
      await expect(page.getByRole('link', { name: 'Enter credentials' })).toBeVisible()
    },
  },
  {
    name: 'notification-modal',
    eyes: 'told',
    path: '/profile',
    part: DIALOG,
    wideOnly: true,
    open: async (page) => {
      await openBell(page)
      await page
        .getByRole('menuitem', { name: /needs attention/ })
        .first()
        .click()
      await expect(page.getByRole('button', { name: 'Back to notifications' })).toBeVisible()
    },
  },
  {
    name: 'notification-preferences',
    eyes: 'told',
    path: '/notifications?tab=preferences',
    open: (page) => expect(page.getByRole('switch', { name: 'Sync failed: by email' })).toBeVisible(),
  },
  {
    name: 'notifications-empty',
    eyes: 'newcomer',
    path: '/notifications',
    open: (page) => expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible(),
  },
]
