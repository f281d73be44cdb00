import type { MailContent } from '../message.ts'
import { writeLetter } from './mail-frame.ts'

interface PasswordChanged {
  readonly firstName: string
  /** where a new password can be asked for */
  readonly link: string
}

export const passwordChangedMail = ({ firstName, link }: PasswordChanged): MailContent =>
  writeLetter({
    subject: 'Your password was changed',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      'The password of your Cuvee account was changed just now, and every other session was signed out.',
      'If that was you, there is nothing to do. If it was not, choose a new password at once.',
    ],
    action: { label: 'Choose a new password', url: link },
    footnote: 'You get this because somebody who changes your password should not go unnoticed.',
  })
