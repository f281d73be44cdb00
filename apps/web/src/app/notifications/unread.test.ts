import { expect, test } from 'vitest'
import type { NotificationSummary } from '#contract/notifications.ts'
import { badgeText, unreadSummary, withAllRead, withoutNotification, withRead } from './unread.ts'

const aNotification = (notificationId: string, read: boolean): NotificationSummary => ({
  notificationId,
  createdDateUtc: '2026-03-01T12:00:00Z',
  read,
  subject: null,
  kind: 'syncFailed',
})
const all = [...'abcde'].map((id) => aNotification(id, id === 'b'))

test('counts all unread notifications and shows the first three', () => {
  const { count, shown } = unreadSummary(all)
  expect(count).toBe(4)
  expect(shown.map(({ notificationId }) => notificationId)).toEqual(['a', 'c', 'd'])
})

test('opening a notification marks only that one as read', () => {
  expect(unreadSummary(withRead(all, 'a')).shown.map(({ notificationId }) => notificationId)).toEqual(['c', 'd', 'e'])
})

test('the count is zero after marking all as read, and one less after a deletion', () => {
  expect(unreadSummary(withAllRead(all)).count).toBe(0)
  expect(unreadSummary(withoutNotification(all, 'a')).count).toBe(3)
})

test.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('%i unread are shown as %s', (count, shown) => expect(badgeText(count)).toBe(shown))
