import { expect, type Page } from '@playwright/test'
import { DIALOG, type Screen } from './screen.ts'

const openBell = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Notifications, \d unread/ }).click()
  await expect(page.getByRole('menuitem', { name: 'See All Notifications' })).toBeVisible()
}

const list = (page: Page) => expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()

/** Notifications, as shown to users whose services reject Cuvee's credentials. */
export const notificationScreens: readonly Screen[] = [
  { name: 'notifications-unread', persona: 'notified', path: '/profile', wideOnly: true, open: openBell },
  {
    name: 'notification-unread-only',
    persona: 'notified',
    path: '/notifications?show=unread',
    isVariant: true,
    open: list,
  },
  {
    name: 'notifications',
    persona: 'notified',
    path: '/notifications',
    open: async (page) => {
      await list(page)
      await page.getByRole('main').getByRole('button', { name: 'Web shop needs attention' }).first().click()
      await expect(page.getByRole('link', { name: 'Enter credentials' })).toBeVisible()
    },
  },
  {
    name: 'notification-modal',
    persona: 'notified',
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
    persona: 'notified',
    path: '/notifications?tab=preferences',
    open: (page) => expect(page.getByRole('switch', { name: 'Service needs attention: by email' })).toBeVisible(),
  },
  {
    name: 'notifications-empty',
    persona: 'newcomer',
    path: '/notifications',
    open: (page) => expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible(),
  },
]
