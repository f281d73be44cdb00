import { fail } from '#contract/errors.ts'
import type { NotificationDetail, NotificationSummary } from '#contract/notifications.ts'
import type { UserKey } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import {
  deleteNotification,
  findNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type NotificationRow,
  restoreNotification as restoreRow,
} from './notifications.repo.ts'
import { escapeMarkdown } from './notify.ts'

const presentSummary = (row: NotificationRow): NotificationSummary => ({
  notificationId: row.id,
  createdDateUtc: row.created_at.toISOString(),
  read: row.read_at !== null,
  subject: row.subject,
  kind: row.kind,
})

const presentDetail = (row: NotificationRow): NotificationDetail => ({
  ...presentSummary(row),
  // The subject is stored as plain text, with names that may contain Markdown.
  subject: row.subject === null ? null : escapeMarkdown(row.subject),
  readDateUtc: row.read_at?.toISOString() ?? null,
  content: row.content,
})

/** Errors: `notification.not_found`, as all that name one. */
const presentFound = (row: NotificationRow | undefined): NotificationDetail => {
  if (!row) throw fail('notification.not_found')
  return presentDetail(row)
}

const now = ({ clock }: Deps): Date => new Date(clock.now())

/** Newest first. */
export const readNotifications = async ({ db }: Deps, reader: UserKey): Promise<NotificationSummary[]> =>
  (await listNotifications(db, reader)).map(presentSummary)

export const readNotification = async ({ db }: Deps, reader: UserKey, id: string): Promise<NotificationDetail> =>
  presentFound(await findNotification(db, reader, id))

export const markRead = async (deps: Deps, reader: UserKey, id: string): Promise<NotificationDetail> =>
  presentFound(await markNotificationRead(deps.db, reader, { id, at: now(deps) }))

export const markAllRead = (deps: Deps, reader: UserKey) => markAllNotificationsRead(deps.db, reader, now(deps))

export const removeNotification = async (deps: Deps, reader: UserKey, id: string): Promise<void> => {
  if (!(await deleteNotification(deps.db, reader, { id, at: now(deps) }))) throw fail('notification.not_found')
}

export const restoreNotification = async ({ db }: Deps, reader: UserKey, id: string): Promise<NotificationDetail> =>
  presentFound(await restoreRow(db, reader, id))
