import { kindInfo, type NotificationKind } from '#domain/notification-kind.ts'
import { hasAnyRole, isPermitted, PERMISSIONS } from '#domain/role.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { MailContent } from '#server/mail/templates/mail-page.ts'
import { notificationMail } from '#server/mail/templates/notification.mail.ts'
import { insertNotifications } from './notifications.repo.ts'
import { findPreferencesForKind, resolveChannels } from './preferences.ts'

/** Characters with a meaning in Markdown anywhere, and those with a meaning at the start of a line. */
const ANYWHERE = /[\\`*_[\]<>&~!|]/g
const AT_BEGINNING = /^(?:[#+=-]|\d+(?=[.)]))/

/** Markdown that reads as this plain text, on one line. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(ANYWHERE, '\\$&')
    .replace(AT_BEGINNING, (sign) => (/^\d/.test(sign) ? `${sign}\\` : `\\${sign}`))

interface NotificationLink {
  readonly label: string
  /** on the web, such as `/admin/services` */
  readonly path: `/${string}`
}

interface NotificationText {
  /** plain text, one entry per paragraph */
  readonly paragraphs: readonly string[]
  /** the page to act on it */
  readonly link?: NotificationLink | undefined
}

/** What a notification says, and what is posted in a channel of Slack or Teams. */
export interface NotificationMessage extends NotificationText {
  /** plain text */
  readonly subject: string
}

/** The stored Markdown content. Escaped, so that names cannot inject Markdown. */
const toMarkdown = ({ paragraphs, link }: NotificationText): string =>
  [...paragraphs.map(escapeMarkdown), ...(link ? [`[${escapeMarkdown(link.label)}](<${link.path}>)`] : [])].join('\n\n')

/** All users with access to administration or billing, all owners, or specific users. */
type Audience = 'administrators' | 'billing' | 'owners' | { readonly userIds: readonly string[] }

interface Recipient {
  readonly id: string
  readonly email: string
  readonly firstName: string
}

const isInAudience = (audience: Audience, { id, roles }: { id: string; roles: Parameters<typeof hasAnyRole>[0] }) => {
  if (audience === 'administrators') return hasAnyRole(roles, PERMISSIONS.administration)
  if (audience === 'billing') return hasAnyRole(roles, PERMISSIONS.billing)
  if (audience === 'owners') return hasAnyRole(roles, PERMISSIONS.ownership)
  return audience.userIds.includes(id)
}

/** Users in the audience who can sign in and whose roles may receive the kind. */
const findRecipients = async (db: Db, { accountId, kind, to }: NewNotification): Promise<Recipient[]> => {
  const users = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name as firstName', 'roles'])
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .execute()
  return users.filter((user) => isPermitted(user.roles, kindInfo(kind).audience) && isInAudience(to, user))
}

export interface NewNotification extends NotificationMessage {
  readonly accountId: number
  readonly kind: NotificationKind
  readonly to: Audience
  /** deduplication key, such as `trial-ends-in-3`: a user is notified of it once */
  readonly event?: string
  /** replaces the default email, with more detail than the notification */
  readonly email?: MailContent
}

/** The page with the user's alert preferences. */
const PREFERENCES_PATH = '/notifications?tab=preferences'

/**
 * Notifies users in the app and by email, according to their preferences. Pass the transaction of the change that the
 * notification is about, so that it is sent only if the transaction commits.
 */
export const notify = async (deps: Deps, db: Db, notification: NewNotification): Promise<void> => {
  const { accountId, kind, subject, event = null } = notification
  const recipients = await findRecipients(db, notification)
  const chosen = await findPreferencesForKind(db, accountId, kind)
  const created_at = new Date(deps.clock.now())
  const notified = await insertNotifications(
    db,
    recipients.map(({ id }) => ({
      id: deps.ids.next(),
      account_id: accountId,
      user_id: id,
      kind,
      event,
      subject,
      content: toMarkdown(notification),
      in_app: resolveChannels(kind, chosen.get(id)).inApp,
      created_at,
    })),
  )
  const byMail = recipients.filter(({ id }) => notified.has(id) && resolveChannels(kind, chosen.get(id)).email)
  for (const recipient of byMail) {
    await deps.mailer.queue(db, { accountId, to: recipient.email, content: buildEmail(deps, recipient, notification) })
  }
}

const buildEmail = (
  { publicUrl }: Deps,
  { firstName }: Recipient,
  { email, subject, paragraphs, link, kind }: NewNotification,
): MailContent => {
  if (email) return email
  const { title, isMandatory } = kindInfo(kind)
  const reason = `This is a copy of a Cuvee notification (“${title}”).`
  return notificationMail({
    firstName,
    subject,
    paragraphs,
    action: { label: link?.label ?? 'See all notifications', url: `${publicUrl}${link?.path ?? '/notifications'}` },
    reason: isMandatory ? `${reason} This type can’t be turned off.` : reason,
    preferences: { label: 'Manage email notifications', url: `${publicUrl}${PREFERENCES_PATH}` },
  })
}
