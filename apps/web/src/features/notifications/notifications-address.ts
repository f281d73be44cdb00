import type { NotificationSummary } from '#contract/notifications.ts'
import { isNotificationKind, type NotificationKind } from '#domain/notification-kind.ts'

const TABS = ['list', 'preferences', 'channels'] as const
export type NotificationsTab = (typeof TABS)[number]

/** The list for an unknown tab. */
export const readTab = (text: unknown): NotificationsTab => TABS.find((tab) => tab === text) ?? 'list'

export interface NotificationsView {
  readonly tab: NotificationsTab
  /** only those that were not read when the view was opened */
  readonly unreadOnly: boolean
  /** null: all kinds */
  readonly kind: NotificationKind | null
}

/** Parses the screen's URL parameters; ignores unknown values. */
export const readNotificationsAddress = (search: Readonly<Record<string, unknown>>): NotificationsView => ({
  tab: readTab(search.tab),
  unreadOnly: search.show === 'unread',
  kind: typeof search.kind === 'string' && isNotificationKind(search.kind) ? search.kind : null,
})

/** The inverse: omits defaults. */
export const writeNotificationsAddress = ({ tab, unreadOnly, kind }: NotificationsView): Record<string, string> => ({
  ...(tab === 'list' ? {} : { tab }),
  ...(unreadOnly ? { show: 'unread' } : {}),
  ...(kind ? { kind } : {}),
})

/** `kept` are shown although they are read: they were opened in this view. */
export const notificationsInView = (
  all: readonly NotificationSummary[],
  { unreadOnly, kind }: NotificationsView,
  kept: ReadonlySet<string>,
): readonly NotificationSummary[] =>
  all.filter(
    (item) => (kind === null || item.kind === kind) && (!unreadOnly || !item.read || kept.has(item.notificationId)),
  )

/** The kinds to offer: those that occur, and the selected one. */
export const kindsToChoose = (
  all: readonly NotificationSummary[],
  chosen: NotificationKind | null,
): readonly NotificationKind[] => [...new Set([...(chosen ? [chosen] : []), ...all.map(({ kind }) => kind)])].sort()
