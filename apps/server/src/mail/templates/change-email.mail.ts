import type { MailContent } from '../message.ts'
import { writeLetter } from './mail-frame.ts'

interface ChangeEmail {
  readonly firstName: string
  readonly link: string
}

/** To the new address. */
export const confirmNewEmailMail = ({ firstName, link }: ChangeEmail): MailContent =>
  writeLetter({
    subject: 'Confirm your new email address',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      'You asked to use this email address to sign in to Cuvee. Confirm it to complete the change.',
      'Until then, keep signing in with your current address.',
    ],
    action: { label: 'Confirm email address', url: link },
    footnote: 'This link works once and expires in 24 hours. If you didn’t request it, you can ignore this email.',
  })

/** To the present address, which must hear of it before it is replaced. It does not name the new one: it may belong to a stranger. */
export const emailChangeAskedMail = ({ firstName, link }: ChangeEmail): MailContent =>
  writeLetter({
    subject: 'Your email address is about to change',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      'We received a request to change the email address you use to sign in to Cuvee. The change takes effect when the new address is confirmed.',
      'If this wasn’t you, choose a new password now. That cancels the change and signs out all other sessions.',
    ],
    action: { label: 'Choose a new password', url: link },
    footnote: 'If this was you, open the email we sent to your new address.',
  })
