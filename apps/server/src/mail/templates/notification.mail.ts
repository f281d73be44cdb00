import { type MailContent, type MailLink, renderMail } from './mail-page.ts'

interface NotificationCopy {
  readonly firstName: string
  readonly subject: string
  /** plain text */
  readonly paragraphs: readonly string[]
  /** link to the page where the user can act */
  readonly action: MailLink
  /** of its kind */
  readonly kindTitle: string
  readonly canBeMuted: boolean
  readonly preferencesUrl: string
}

/** A notification by email. */
export const notificationMail = (copy: NotificationCopy): MailContent => {
  const { firstName, subject, paragraphs, action, kindTitle, canBeMuted, preferencesUrl } = copy
  const why = `This is a copy of a Cuvee notification (“${kindTitle}”).`
  return renderMail({
    subject,
    greeting: `Hello ${firstName},`,
    paragraphs,
    action,
    footnote: canBeMuted ? why : `${why} This type can’t be turned off.`,
    footnoteLink: { label: 'Manage email notifications', url: preferencesUrl },
  })
}
