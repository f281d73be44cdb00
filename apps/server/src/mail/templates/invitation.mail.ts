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
      `${invitedByName} invites you to ${accountName} on Cuvee, where your winery sees its sales, orders, customers and clubs.`,
      'Accept to choose a password and sign in.',
    ],
    action: { label: 'Accept the invitation', url: link },
    footnote: 'The link works once and for 7 days. If you do not know who this is, ignore this message.',
  })
