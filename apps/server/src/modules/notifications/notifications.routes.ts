import { fail } from '#contract/errors.ts'
import type { NotificationDetail, NotificationSummary } from '#contract/notifications.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import {
  deleteNotification,
  findNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type NotificationRow,
  restoreNotification,
} from './notifications.repo.ts'
import { escapeMarkdown } from './notify.ts'
import { listPreferences, savePreferences } from './preferences.ts'

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

const notFound = () => fail('notification.not_found')
const { notifications } = signedIn

export const notificationsRoutes: RoutesOf<'notifications'> = {
  list: notifications.list.handler(async ({ context: { deps, caller } }) => {
    const rows = await listNotifications(deps.db, caller)
    return rows.map(presentSummary)
  }),
  get: notifications.get.handler(async ({ input, context: { deps, caller } }) => {
    const row = await findNotification(deps.db, caller, input.id)
    if (!row) throw notFound()
    return presentDetail(row)
  }),
  markRead: notifications.markRead.handler(async ({ input, context: { deps, caller } }) => {
    const row = await markNotificationRead(deps.db, caller, { id: input.id, at: new Date(deps.clock.now()) })
    if (!row) throw notFound()
    return presentDetail(row)
  }),
  markAllRead: notifications.markAllRead.handler(({ context: { deps, caller } }) =>
    markAllNotificationsRead(deps.db, caller, new Date(deps.clock.now())),
  ),
  remove: notifications.remove.handler(async ({ input, context: { deps, caller } }) => {
    const wasThere = await deleteNotification(deps.db, caller, { id: input.id, at: new Date(deps.clock.now()) })
    if (!wasThere) throw notFound()
  }),
  restore: notifications.restore.handler(async ({ input, context: { deps, caller } }) => {
    const row = await restoreNotification(deps.db, caller, input.id)
    if (!row) throw notFound()
    return presentDetail(row)
  }),
  preferences: notifications.preferences.handler(({ context: { deps, caller } }) => listPreferences(deps, caller)),
  savePreferences: notifications.savePreferences.handler(({ input, context: { deps, caller } }) =>
    savePreferences(deps, caller, input.preferences),
  ),
}
