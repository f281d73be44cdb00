import { expect, test } from 'vitest'
import type { NotificationSummary } from '#contract/notifications.ts'
import {
  kindsToChoose,
  notificationsInView,
  readNotificationsAddress,
  writeNotificationsAddress,
} from './notifications-address.ts'

const ALL = { tab: 'list', unreadOnly: false, kind: null } as const

test.each([
  [{}, ALL],
  [{ show: 'unread' }, { ...ALL, unreadOnly: true }],
  [{ kind: 'syncFailed' }, { ...ALL, kind: 'syncFailed' }],
  [{ tab: 'preferences' }, { ...ALL, tab: 'preferences' }],
  [
    { show: 'unread', kind: 'trialEnding' },
    { ...ALL, unreadOnly: true, kind: 'trialEnding' },
  ],
] as const)('the URL %j round-trips with the view %j', (address, view) => {
  expect(readNotificationsAddress(address)).toEqual(view)
  expect(writeNotificationsAddress(view)).toEqual(address)
})

test.each([{ kind: 'gossip' }, { kind: 'constructor' }, { show: 'all' }, { tab: '' }])(
  'invalid parameters %j show all notifications',
  (address) => expect(readNotificationsAddress(address)).toEqual(ALL),
)

const item = (notificationId: string, read: boolean, kind: NotificationSummary['kind']): NotificationSummary => ({
  notificationId,
  read,
  kind,
  createdDateUtc: '2026-03-01T12:00:00Z',
  subject: null,
})
const list = [item('a', false, 'syncFailed'), item('b', true, 'syncFailed'), item('c', false, 'reportReady')]
const inView = (view: Parameters<typeof notificationsInView>[1], kept: string[] = []) =>
  notificationsInView(list, view, new Set(kept)).map(({ notificationId }) => notificationId)

test('filters by view, and keeps notifications that were opened in it', () => {
  expect(inView(ALL)).toEqual(['a', 'b', 'c'])
  expect(inView({ ...ALL, unreadOnly: true })).toEqual(['a', 'c'])
  expect(inView({ ...ALL, unreadOnly: true }, ['b'])).toEqual(['a', 'b', 'c'])
  expect(inView({ ...ALL, kind: 'syncFailed', unreadOnly: true })).toEqual(['a'])
})

test('offers the kinds that occur, and the selected one', () => {
  expect(kindsToChoose(list, null)).toEqual(['reportReady', 'syncFailed'])
  expect(kindsToChoose(list, 'trialEnding')).toEqual(['reportReady', 'syncFailed', 'trialEnding'])
})
