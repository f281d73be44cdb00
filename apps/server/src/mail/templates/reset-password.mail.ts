import type { MailContent } from '../message.ts'
import { writeLetter } from './mail-frame.ts'

interface ResetPassword {
  readonly firstName: string
  readonly link: string
}

export const resetPasswordMail = ({ firstName, link }: ResetPassword): MailContent =>
  writeLetter({
    subject: 'Choose a new password',
    greeting: `Hello ${firstName},`,
    paragraphs: ['Somebody, we hope you, asked to choose a new password for your account.'],
    action: { label: 'Choose a new password', url: link },
    footnote:
      'The link works once and for 30 minutes. If you did not ask for it, ignore this message: your password stays as it is.',
  })
