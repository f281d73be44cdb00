import type { MailContent } from '../message.ts'
import { writeLetter } from './mail-frame.ts'

interface AddedUser {
  readonly firstName: string
  readonly accountName: string
  /** who added the user */
  readonly addedByName: string
  readonly link: string
}

export const addedUserMail = ({ firstName, accountName, addedByName, link }: AddedUser): MailContent =>
  writeLetter({
    subject: 'Choose a password for Cuvee',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `${addedByName} added you to ${accountName} on Cuvee, where your winery tracks its sales, orders, customers, and clubs.`,
      'Choose a password, then sign in with this email address.',
    ],
    action: { label: 'Choose a password', url: link },
    footnote:
      'This link works once and expires in 7 days. After that, request a new one with “Forgot your password?” on the sign-in page.',
  })
