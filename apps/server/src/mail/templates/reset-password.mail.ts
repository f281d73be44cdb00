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
    paragraphs: ['We received a request to reset the password for your account.'],
    action: { label: 'Choose a new password', url: link },
    footnote:
      'This link works once and expires in 30 minutes. If you didn’t request it, you can ignore this email. Your password won’t change.',
  })
