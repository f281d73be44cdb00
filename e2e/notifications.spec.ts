import type { Page } from '@playwright/test'
import { addRefusedService } from './kit/api.ts'
import { toast } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

const main = (page: Page) => page.getByRole('main')
const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`, exact: true })
const row = (page: Page, subject: string) => main(page).getByRole('listitem').filter({ hasText: subject })
const openRow = (page: Page, subject: string) => row(page, subject).getByRole('button', { name: subject }).first()

/** Simulates returning to the tab after a while. */
const returnToPage = (page: Page): Promise<void> =>
  page.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')))

test('a sync that fails repeatedly creates one notification and one email; the bell opens it and marks it as read', {
  tag: '@full',
}, async ({ page, api, commerce7, enter }) => {
  test.slow()
  const member = await api.register()
  await addRefusedService(api, commerce7, member, { name: 'Till', tries: 3 })
  await enter(member.session, '/profile')
  await bell(page, 1).click()
  const item = page.getByRole('menuitem', { name: 'Till needs attention' })
  await expect(item).toContainText(/just now|minute/)
  await item.click()
  const dialog = page.getByRole('dialog', { name: 'Till needs attention' })
  await expect(dialog).toContainText('rejected Cuvee’s credentials')
  await dialog.getByRole('button', { name: 'Back to notifications' }).click()
  await expect(dialog).toBeHidden()
  await bell(page, 0).click()
  await expect(page.getByText('No unread notifications')).toBeVisible()
  await page.getByRole('menuitem', { name: 'See All Notifications' }).click()
  await expect(page).toHaveURL(/\/notifications$/)
  await expect(main(page).getByRole('listitem')).toHaveCount(1)

  await openRow(page, 'Till needs attention').click()
  await row(page, 'Till needs attention').getByRole('link', { name: 'Enter credentials' }).click()
  await expect(page).toHaveURL(/\/admin\/services\/[^/]+\/edit$/)

  await page.goto('/outbox')
  const mails = page
    .getByRole('article')
    .filter({ hasText: `To ${member.email}` })
    .filter({ hasText: 'Till needs' })
  await expect(mails).toHaveCount(1)
  await expect(mails.getByRole('link', { name: /tab=preferences/ })).toBeVisible()
})

test('filters notifications by URL, deletes them with undo, and explains a failed deletion', { tag: '@full' }, async ({
  page,
  api,
  commerce7,
  enter,
  watch,
}) => {
  test.slow()
  const member = await api.register()
  for (const name of ['Till', 'Web shop']) await addRefusedService(api, commerce7, member, { name })
  await enter(member.session, '/notifications?show=unread')
  await expect(main(page).getByRole('listitem')).toHaveCount(2)
  await openRow(page, 'Till needs attention').click()
  await expect(bell(page, 1)).toBeVisible()
  await expect(main(page).getByRole('listitem')).toHaveCount(2)
  await page.reload()
  await expect(main(page).getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Service needs attention' })
  await expect(page).toHaveURL(/show=unread&kind=serviceNeedsAttention/)
  await page.getByText('All', { exact: true }).click()
  await expect(main(page).getByRole('listitem')).toHaveCount(2)

  watch.expectConsole(/status of 500/)
  const errors = [
    { code: 'server.unexpected', message: 'The cellar is locked' },
    { code: 'server.unexpected', message: 'and the key is lost' },
  ]
  await page.route('**/api/notification/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: { errors } }) : route.fallback(),
  )
  await row(page, 'Till').getByRole('button', { name: 'Delete Till needs attention' }).click()
  await expect(toast(page, 'The cellar is locked')).toBeVisible()
  await expect(main(page).getByRole('listitem')).toHaveCount(2)
  await page.unroute('**/api/notification/*')

  await openRow(page, 'Web shop').focus()
  await page.keyboard.press('ArrowDown')
  await expect(openRow(page, 'Till')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(row(page, 'Till')).toHaveCount(0)
  await expect(openRow(page, 'Web shop')).toBeFocused()
  await toast(page, 'Notification deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Till')).toHaveCount(1)

  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page, 0)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
})

test('respects preferences: a kind without email reaches only the open page', { tag: '@full' }, async ({
  page,
  api,
  commerce7,
  enter,
}) => {
  test.slow()
  const member = await api.register()
  await enter(member.session, '/notifications')
  await page.getByRole('button', { name: 'Choose your notifications' }).click()
  await expect(page).toHaveURL(/tab=preferences/)
  const byMail = page.getByRole('switch', { name: 'Service needs attention: by email' })
  await expect(byMail).toBeChecked()
  await byMail.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Saved')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Payment problem' })).toContainText('Always')
  await page.reload()
  await expect(byMail).not.toBeChecked()

  await addRefusedService(api, commerce7, member, { name: 'Cellar door' })
  await returnToPage(page)
  await expect(bell(page, 1)).toBeVisible()
  await page.goto('/outbox')
  await expect(page.getByRole('article').filter({ hasText: 'Cellar door' })).toHaveCount(0)
})
