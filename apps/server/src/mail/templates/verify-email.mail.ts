import type { MailContent } from '../message.ts'
import { writeLetter } from './mail-frame.ts'

interface VerifyEmail {
  readonly firstName: string
  readonly link: string
}

export const verifyEmailMail = ({ firstName, link }: VerifyEmail): MailContent =>
  writeLetter({
    subject: 'Confirm your email address',
    greeting: `Hello ${firstName},`,
    paragraphs: ['Please confirm your email address so that we can reach you about your account.'],
    action: { label: 'Confirm email address', url: link },
    footnote:
      'This link works once and expires in 24 hours. If you didn’t sign up for Cuvee, you can ignore this email.',
  })
