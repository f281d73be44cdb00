import { expect, test } from 'vitest'
import type { NotificationSummary } from '#contract/notifications.ts'
import { unreadSummary, withRead } from './unread.ts'

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
