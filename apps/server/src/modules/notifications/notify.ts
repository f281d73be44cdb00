import { kindInfo, type NotificationKind } from '#domain/notification-kind.ts'
import type { Deps } from '#server/container.ts'
import type { Db } from '#server/db/database.ts'
import type { MailContent } from '#server/mail/message.ts'
import { notificationMail } from '#server/mail/templates/notification.mail.ts'
import { type NoticeText, noticeMarkdown } from './notice-text.ts'
import { insertNotifications } from './notifications.repo.ts'
import { preferencesForKind } from './preferences.repo.ts'
import { type Audience, findRecipients, type Recipient } from './recipients.repo.ts'
import { waysOf } from './ways.policy.ts'

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
