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
    subject: `${title} is not sent: the ${isTrial ? 'trial' : 'plan'} has ended`,
    greeting: 'Hello,',
    paragraphs: [
      `The ${isTrial ? 'trial' : 'plan'} of ${accountName} has ended, so “${title}” is not sent for now.`,
      'As soon as a plan is chosen it comes again at its usual times. Until then you can still open it.',
    ],
    action: { label: 'Open the report', url: link },
    footnote: 'This is said once.',
  })

interface CannotBeAnswered {
  readonly title: string
  readonly problems: readonly string[]
  readonly link: string
}

/** To who asked for the mails: the report cannot be answered as it is now. */
export const cannotBeAnsweredMail = ({ title, problems, link }: CannotBeAnswered): MailContent =>
  writeLetter({
    subject: `${title} is not sent any more`,
    greeting: 'Hello,',
    paragraphs: [
      `“${title}” cannot be answered as it is now, so its mails have been stopped.`,
      `What is wrong: ${problems.join('; ')}.`,
      'Change the report, then schedule it again.',
    ],
    action: { label: 'Open the report', url: link },
    footnote: 'You get this because you had the report sent.',
  })
