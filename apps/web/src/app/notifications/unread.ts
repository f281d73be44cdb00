import type { NotificationSummary } from '#contract/notifications.ts'

/** Unread notifications that the bell lists at once. */
export const UNREAD_SHOWN = 3

export interface UnreadSummary {
  readonly count: number
  readonly shown: readonly NotificationSummary[]
}

export const unreadSummary = (all: readonly NotificationSummary[]): UnreadSummary => {
  const unread = all.filter(({ read }) => !read)
  return { count: unread.length, shown: unread.slice(0, UNREAD_SHOWN) }
}

/** The list after one of its notifications was opened. */
export const withRead = (all: readonly NotificationSummary[], id: string): NotificationSummary[] =>
  all.map((item) => (item.notificationId === id ? { ...item, read: true } : item))
