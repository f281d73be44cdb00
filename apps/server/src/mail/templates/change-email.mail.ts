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
      'You asked to sign in to Cuvee with this email address. It takes effect as soon as you confirm it.',
      'Until then you sign in with your present address.',
    ],
    action: { label: 'Confirm email address', url: link },
    footnote: 'The link works once and for 24 hours. If you did not ask for it, ignore this message.',
  })

/** To the present address, which must hear of it before it is replaced. It does not name the new one: it may belong to a stranger. */
export const emailChangeAskedMail = ({ firstName, link }: ChangeEmail): MailContent =>
  writeLetter({
    subject: 'Your email address is about to change',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      'Somebody, we hope you, asked to replace this email address of your Cuvee account. That happens when the new address is confirmed.',
      'If it was not you, choose a new password: that stops the change and signs out everybody else.',
    ],
    action: { label: 'Choose a new password', url: link },
    footnote: 'If you asked for it, there is nothing to do here: open the message at your new address.',
  })
