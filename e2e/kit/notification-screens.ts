import { expect, type Page } from '@playwright/test'
import { DIALOG, type Screen, screen } from './screen.ts'

const openBell = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Notifications, \d unread/ }).click()
  await expect(page.getByRole('menuitem', { name: 'See All Notifications' })).toBeVisible()
}

const list = (page: Page) => expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()

/** Notifications, as shown to users whose services reject Cuvee's credentials. */
export const notificationScreens: readonly Screen[] = [
  screen('notifications-unread', 'notified', '/profile', { wideOnly: true }, openBell),
  screen('notification-unread-only', 'notified', '/notifications?show=unread', { isVariant: true }, list),
  screen('notifications', 'notified', '/notifications', async (page) => {
    await list(page)
    await page.getByRole('main').getByRole('button', { name: 'Web shop needs attention' }).first().click()
    await expect(page.getByRole('link', { name: 'Enter credentials' })).toBeVisible()
  }),
  screen('notification-modal', 'notified', '/profile', { part: DIALOG, wideOnly: true }, async (page) => {
    await openBell(page)
    await page
      .getByRole('menuitem', { name: /needs attention/ })
      .first()
      .click()
    await expect(page.getByRole('button', { name: 'Back to notifications' })).toBeVisible()
  }),
  screen('notification-preferences', 'notified', '/notifications?tab=preferences', (page) =>
    expect(page.getByRole('switch', { name: 'Service needs attention: by email' })).toBeVisible(),
  ),
  screen('notifications-empty', 'newcomer', '/notifications', (page) =>
    expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible(),
  ),
]
