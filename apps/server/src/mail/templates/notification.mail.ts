import { type MailContent, type MailLink, renderMail } from './mail-page.ts'

interface NotificationCopy {
  readonly firstName: string
  /** default: Hello */
  readonly salutation?: string
  readonly subject: string
  /** plain text */
  readonly paragraphs: readonly string[]
  /** link to the page where the user can act */
  readonly action: MailLink
  /** why the user receives it */
  readonly reason: string
  /** link to the page where that is changed */
  readonly preferences: MailLink
}

/** A notification or a morning summary by email. */
export const notificationMail = (copy: NotificationCopy): MailContent => {
  const { firstName, salutation = 'Hello', subject, paragraphs, action, reason, preferences } = copy
  const greeting = `${salutation} ${firstName},`
  return renderMail({ subject, greeting, paragraphs, action, footnote: reason, footnoteLink: preferences })
}
