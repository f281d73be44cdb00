import type { NotificationSummary } from '#contract/notifications.ts'

/** Unread notifications that the bell lists at once. */
const UNREAD_SHOWN = 3
/** The highest number that the badge shows. */
const MOST_COUNTED = 99

export interface UnreadSummary {
  readonly count: number
  readonly shown: readonly NotificationSummary[]
}

type Listed = readonly NotificationSummary[]

export const unreadSummary = (all: Listed): UnreadSummary => {
  const unread = all.filter(({ read }) => !read)
  return { count: unread.length, shown: unread.slice(0, UNREAD_SHOWN) }
}

export const badgeText = (count: number): string => (count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count))

/** The list after one of its notifications was opened. */
export const withRead = (all: Listed, id: string): NotificationSummary[] =>
  all.map((item) => (item.notificationId === id ? { ...item, read: true } : item))

export const withAllRead = (all: Listed): NotificationSummary[] => all.map((item) => ({ ...item, read: true }))

/** The list after one of its notifications was deleted. */
export const withoutNotification = (all: Listed, id: string): NotificationSummary[] =>
  all.filter(({ notificationId }) => notificationId !== id)
