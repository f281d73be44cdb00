import type { MailContent } from '../message.ts'
import { writeLetter } from './mail-frame.ts'

interface Invited {
  readonly accountName: string
  readonly invitedByName: string
  readonly link: string
}

export const invitationMail = ({ accountName, invitedByName, link }: Invited): MailContent =>
  writeLetter({
    subject: 'You are invited to Cuvee',
    greeting: 'Hello,',
    paragraphs: [
      `${invitedByName} invited you to ${accountName} on Cuvee, where your winery tracks its sales, orders, customers, and clubs.`,
      'Accept the invitation to choose a password and sign in.',
    ],
    action: { label: 'Accept invitation', url: link },
    footnote: 'This link works once and expires in 7 days. If you don’t know the sender, you can ignore this email.',
  })
