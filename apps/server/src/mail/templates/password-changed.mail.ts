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
      'The password for your Cuvee account was just changed, and all other sessions were signed out.',
      'If this was you, you don’t need to do anything. If it wasn’t, choose a new password now.',
    ],
    action: { label: 'Choose a new password', url: link },
    footnote: 'We send this email whenever your password changes, so that no one can change it without your knowledge.',
  })
