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

interface MorningSummary {
  readonly firstName: string
  readonly accountName: string
  /** the previous day, formatted */
  readonly day: string
  /** one sentence each */
  readonly numbers: readonly string[]
  /** new insights by priority */
  readonly insights: readonly { readonly title: string; readonly summary: string }[]
  readonly link: string
  readonly settingsLink: string
}

const NOTHING_NEW = 'Nothing else is unusual.'

/** Yesterday's figures and new insights. */
export const morningSummaryMail = (summary: MorningSummary): MailContent => {
  const { firstName, accountName, day, numbers, insights, link, settingsLink } = summary
  const lines = insights.map(({ title, summary }) => `${title}: ${summary}`)
  return renderMail({
    subject: `${accountName}, ${day}`,
    greeting: `Good morning ${firstName},`,
    paragraphs: [...numbers, ...(lines.length > 0 ? lines : [NOTHING_NEW])],
    action: { label: 'View insights', url: link },
    footnote: `You’re receiving this morning summary because ${accountName} has it sent to you.`,
    footnoteLink: { label: 'Change recipients or time', url: settingsLink },
  })
}
