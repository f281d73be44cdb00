import type { NotificationDetail, NotificationSummary } from '#contract/notifications.ts'
import type { NotificationRow } from './notifications.repo.ts'

export const presentSummary = (row: NotificationRow): NotificationSummary => ({
  notificationId: row.id,
  createdDateUtc: row.created_at.toISOString(),
  read: row.read_at !== null,
  subject: row.subject,
  kind: row.kind,
})

export const presentDetail = (row: NotificationRow): NotificationDetail => ({
  ...presentSummary(row),
  readDateUtc: row.read_at?.toISOString() ?? null,
  content: row.content,
})
