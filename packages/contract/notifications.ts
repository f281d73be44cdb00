import { z } from 'zod'
import { NOTIFICATION_KIND_IDS } from '#domain/notification-kind.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Nothing } from './fields.ts'

const Kind = z.enum(NOTIFICATION_KIND_IDS)

export const NotificationSummary = z.object({
  notificationId: z.string(),
  createdDateUtc: Instant,
  read: z.boolean(),
  /** plain text in lists, Markdown in the open notification */
  subject: z.string().nullable(),
  kind: Kind,
})
export type NotificationSummary = z.infer<typeof NotificationSummary>

export const NotificationDetail = NotificationSummary.extend({
  readDateUtc: Instant.nullable(),
  /** Markdown */
  content: z.string().nullable(),
})
export type NotificationDetail = z.infer<typeof NotificationDetail>

/** How one kind reaches the user. */
export const NotificationPreference = z.object({
  kind: Kind,
  inApp: z.boolean(),
  email: z.boolean(),
})
export type NotificationPreference = z.infer<typeof NotificationPreference>

/** For every kind that the user's roles receive. */
export const NotificationPreferences = z.object({
  /** email address for copies */
  address: z.string(),
  preferences: z.array(NotificationPreference),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

const ById = z.object({ id: Id })

/** Maximum number of notifications in a list. */
export const MAX_LISTED_NOTIFICATIONS = 500

export const notifications = {
  list: endpoint('GET /notification', `Notifications, newest first, ${MAX_LISTED_NOTIFICATIONS} at most`, {
    access: 'signedIn',
  }).output(z.array(NotificationSummary)),
  preferences: endpoint('GET /notification/preferences', 'How each kind of notification reaches the user', {
    access: 'signedIn',
  }).output(NotificationPreferences),
  /** omitted kinds stay unchanged */
  savePreferences: endpoint('PUT /notification/preferences', 'Choose how kinds of notifications reach the user', {
    access: 'signedIn',
    audit: { area: 'notifications', label: 'Changed notification preferences' },
    sample: { body: { preferences: [{ kind: 'syncFailed', inApp: true, email: false }] } },
  })
    .input(z.object({ preferences: z.array(NotificationPreference).max(NOTIFICATION_KIND_IDS.length) }))
    .output(NotificationPreferences),
  markAllRead: endpoint('PUT /notification/read-all', 'Mark all as read', {
    access: 'signedIn',
    worksReadOnly: true,
    successStatus: 204,
    audit: { area: 'notifications', label: 'Marked all notifications as read' },
  }).output(Nothing),
  get: endpoint('GET /notification/{id}', 'A notification', { access: 'signedIn' })
    .input(ById)
    .output(NotificationDetail),
  markRead: endpoint('PUT /notification/{id}/read', 'Mark as read', {
    access: 'signedIn',
    worksReadOnly: true,
    audit: { area: 'notifications', label: 'Read a notification' },
  })
    .input(ById)
    .output(NotificationDetail),
  remove: endpoint('DELETE /notification/{id}', 'Delete a notification', {
    access: 'signedIn',
    audit: { area: 'notifications', label: 'Deleted a notification' },
  })
    .input(ById)
    .output(Nothing),
  restore: endpoint('POST /notification/{id}/restore', 'Restore a deleted notification', {
    access: 'signedIn',
    audit: { area: 'notifications', label: 'Restored a notification' },
  })
    .input(ById)
    .output(NotificationDetail),
}
