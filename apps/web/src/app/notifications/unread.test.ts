import { expect, test } from 'vitest'
import type { NotificationSummary } from '#contract/notifications.ts'
import { badgeText, unreadSummary, withAllRead, without, withRead } from './unread.ts'

const aNotification = (notificationId: string, read: boolean): NotificationSummary => ({
  notificationId,
  createdDateUtc: '2026-03-01T12:00:00Z',
  read,
  subject: null,
  kind: 'syncFailed',
})
const all = [...'abcde'].map((id) => aNotification(id, id === 'b'))

test('every unread notification counts but at most three are shown, in the order of the list', () => {
  const { count, shown } = unreadSummary(all)
  expect(count).toBe(4)
  expect(shown.map(({ notificationId }) => notificationId)).toEqual(['a', 'c', 'd'])
})

test('opening a notification makes it read and touches no other', () => {
  expect(unreadSummary(withRead(all, 'a')).shown.map(({ notificationId }) => notificationId)).toEqual(['c', 'd', 'e'])
})

test('marking all as read leaves none to count, deleting takes one off', () => {
  expect(unreadSummary(withAllRead(all)).count).toBe(0)
  expect(unreadSummary(without(all, 'a')).count).toBe(3)
})

test.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('%i unread are shown as %s', (count, shown) => expect(badgeText(count)).toBe(shown))
