import type { MailContent } from '../message.ts'
import { writeLetter } from './mail-frame.ts'

interface TrialOver {
  readonly title: string
  readonly accountName: string
  /** of two ends, which it was */
  readonly isTrial: boolean
  readonly link: string
}

/** In place of a report while the account has no plan; sent once. */
export const trialOverMail = ({ title, accountName, isTrial, link }: TrialOver): MailContent =>
  writeLetter({
    subject: `${title} wasn’t sent because your ${isTrial ? 'trial' : 'plan'} has ended`,
    greeting: 'Hello,',
    paragraphs: [
      `The ${isTrial ? 'trial' : 'plan'} for ${accountName} has ended, so we’ve stopped sending “${title}” for now.`,
      'It’ll be sent on schedule again once you choose a plan. Until then, you can still open it in Cuvee.',
    ],
    action: { label: 'Open report', url: link },
    footnote: 'We won’t email you again about this.',
  })

interface CannotBeAnswered {
  readonly title: string
  readonly problems: readonly string[]
  readonly link: string
}

/** To who asked for the mails: the report cannot be answered as it is now. */
export const cannotBeAnsweredMail = ({ title, problems, link }: CannotBeAnswered): MailContent =>
  writeLetter({
    subject: `${title} is no longer being sent`,
    greeting: 'Hello,',
    paragraphs: [
      `“${title}” can’t be run as it’s currently set up, so we’ve stopped emailing it.`,
      `What’s wrong: ${problems.join('; ')}.`,
      'Edit the report, then schedule it again.',
    ],
    action: { label: 'Open report', url: link },
    footnote: 'You’re receiving this because you scheduled this report.',
  })
