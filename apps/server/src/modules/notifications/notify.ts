import { kindInfo, type NotificationKind } from '#domain/notification-kind.ts'
import { PERMISSIONS } from '#domain/permission.ts'
import { hasAnyRole } from '#domain/role.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { MailContent } from '#server/mail/message.ts'
import { notificationMail } from '#server/mail/templates/notification.mail.ts'
import { insertNotifications } from './notifications.repo.ts'
import { preferencesForKind, waysOf } from './preferences.ts'

interface NoticeLink {
  readonly label: string
  /** on the web, such as `/admin/services` */
  readonly path: `/${string}`
}

interface NoticeText {
  /** plain text, a paragraph each */
  readonly paragraphs: readonly string[]
  /** where something can be done about it */
  readonly link?: NoticeLink | undefined
}

/** Signs that mean something to Markdown wherever they stand, and those that do at the beginning of a line. */
const ANYWHERE = /[\\`*_[\]<>&~!|]/g
const AT_BEGINNING = /^(?:[#+=-]|\d+(?=[.)]))/

const escaped = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(ANYWHERE, '\\$&')
    .replace(AT_BEGINNING, (sign) => (/^\d/.test(sign) ? `${sign}\\` : `\\${sign}`))

/** As it is stored and read in the product: names in it can be no Markdown of their own. */
export const noticeMarkdown = ({ paragraphs, link }: NoticeText): string =>
  [...paragraphs.map(escaped), ...(link ? [`[${escaped(link.label)}](<${link.path}>)`] : [])].join('\n\n')

/** Everybody who may administer the account or its billing, or certain users of it. */
type Audience = 'administrators' | 'billing' | { readonly userIds: readonly string[] }

interface Recipient {
  readonly id: string
  readonly email: string
  readonly firstName: string
}

const belongsTo = (audience: Audience, { id, roles }: { id: string; roles: Parameters<typeof hasAnyRole>[0] }) => {
  if (audience === 'administrators') return hasAnyRole(roles, PERMISSIONS.administration)
  if (audience === 'billing') return hasAnyRole(roles, PERMISSIONS.billing)
  return audience.userIds.includes(id)
}

/** Users of the account who are told and may sign in. */
const findRecipients = async (db: Db, accountId: number, audience: Audience): Promise<Recipient[]> => {
  const users = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name as firstName', 'roles'])
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .execute()
  return users.filter((user) => belongsTo(audience, user))
}

export interface Notice extends NoticeText {
  readonly accountId: number
  readonly kind: NotificationKind
  readonly to: Audience
  /** plain text */
  readonly subject: string
  /** names what happened, such as `trial-ends-in-3`: whoever was told of it is not told again */
  readonly event?: string
  /** instead of a copy of the notification, where the mail says more */
  readonly letter?: MailContent
}

type NotifyParts = Pick<Deps, 'clock' | 'ids' | 'mailer' | 'publicUrl'>

/** Where a user chooses what they are told of. */
const PREFERENCES_PATH = '/notifications?tab=preferences'

/**
 * Tells users of an event, in the product and by mail as each of them wants it. Given a transaction, only if it commits:
 * call it in the one that does what it tells of.
 */
export const notify = async (deps: NotifyParts, db: Db, notice: Notice): Promise<void> => {
  const { accountId, kind, subject, event = null } = notice
  const recipients = await findRecipients(db, accountId, notice.to)
  const chosen = await preferencesForKind(db, accountId, kind)
  const created_at = new Date(deps.clock.now())
  const told = await insertNotifications(
    db,
    recipients.map(({ id }) => ({
      id: deps.ids.next(),
      account_id: accountId,
      user_id: id,
      kind,
      event,
      subject,
      content: noticeMarkdown(notice),
      in_app: waysOf(kind, chosen.get(id)).inApp,
      created_at,
    })),
  )
  const byMail = recipients.filter(({ id }) => told.has(id) && waysOf(kind, chosen.get(id)).email)
  for (const recipient of byMail) {
    await deps.mailer.queue(db, { accountId, to: recipient.email, content: letterTo(deps, recipient, notice) })
  }
}

const letterTo = ({ publicUrl }: NotifyParts, { firstName }: Recipient, notice: Notice): MailContent => {
  const { letter, subject, paragraphs, link, kind } = notice
  return (
    letter ??
    notificationMail({
      firstName,
      subject,
      paragraphs,
      action: {
        label: link?.label ?? 'See all notifications',
        url: `${publicUrl}${link?.path ?? '/notifications'}`,
      },
      kindTitle: kindInfo(kind).title,
      canBeMuted: kindInfo(kind).canBeMuted,
      preferencesUrl: `${publicUrl}${PREFERENCES_PATH}`,
    })
  )
}
