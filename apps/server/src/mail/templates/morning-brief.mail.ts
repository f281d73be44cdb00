import type { MailContent } from '../message.ts'
import { writeLetter } from './mail-frame.ts'

interface MorningBrief {
  readonly firstName: string
  readonly accountName: string
  /** the day that is over, in words */
  readonly day: string
  /** a sentence each */
  readonly numbers: readonly string[]
  /** new insights, the weightiest first */
  readonly insights: readonly { readonly title: string; readonly summary: string }[]
  readonly link: string
  readonly settingsLink: string
}

const NOTHING_NEW = 'Nothing else is unusual.'

/** What an owner wants to know before the day begins: few numbers, and what is new. */
export const morningBriefMail = (brief: MorningBrief): MailContent => {
  const { firstName, accountName, day, numbers, insights, link, settingsLink } = brief
  const told = insights.map(({ title, summary }) => `${title}: ${summary}`)
  return writeLetter({
    subject: `${accountName}, ${day}`,
    greeting: `Good morning ${firstName},`,
    paragraphs: [...numbers, ...(told.length > 0 ? told : [NOTHING_NEW])],
    action: { label: 'View insights', url: link },
    footnote: `You’re receiving this morning summary because ${accountName} has it sent to you.`,
    footnoteLink: { label: 'Change recipients or time', url: settingsLink },
  })
}
