import { z } from 'zod'
import { NOTIFICATION_KIND_IDS } from '#domain/notification-kind.ts'
import { audited, endpointFor } from './endpoint.ts'
import { ById, Instant, Nothing } from './fields.ts'

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

/** Maximum number of notifications in a list. */
export const MAX_LISTED_NOTIFICATIONS = 500

const read = endpointFor({ access: 'signedIn' })
const change = audited('notifications', { access: 'signedIn' })

export const notifications = {
  list: read('GET /notification', `Notifications, newest first, ${MAX_LISTED_NOTIFICATIONS} at most`).output(
    z.array(NotificationSummary),
  ),
  preferences: read('GET /notification/preferences', 'How each kind of notification reaches the user').output(
    NotificationPreferences,
  ),
  /** omitted kinds stay unchanged */
  savePreferences: change(
    'PUT /notification/preferences',
    'Choose how kinds of notifications reach the user',
    'Changed notification preferences',
    { sample: { body: { preferences: [{ kind: 'syncFailed', inApp: true, email: false }] } } },
  )
    .input(z.object({ preferences: z.array(NotificationPreference).max(NOTIFICATION_KIND_IDS.length) }))
    .output(NotificationPreferences),
  markAllRead: change('PUT /notification/read-all', 'Mark all as read', 'Marked all notifications as read', {
    worksReadOnly: true,
    successStatus: 204,
  }).output(Nothing),
  get: read('GET /notification/{id}', 'A notification').input(ById).output(NotificationDetail),
  markRead: change('PUT /notification/{id}/read', 'Mark as read', 'Read a notification', { worksReadOnly: true })
    .input(ById)
    .output(NotificationDetail),
  remove: change('DELETE /notification/{id}', 'Delete a notification', 'Deleted a notification')
    .input(ById)
    .output(Nothing),
  restore: change('POST /notification/{id}/restore', 'Restore a deleted notification', 'Restored a notification')
    .input(ById)
    .output(NotificationDetail),
}
