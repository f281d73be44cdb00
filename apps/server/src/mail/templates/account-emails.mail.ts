import { type MailContent, renderMail } from './mail-page.ts'

interface AddedUser {
  readonly firstName: string
  readonly accountName: string
  /** who added the user */
  readonly addedByName: string
  readonly link: string
}

export const addedUserMail = ({ firstName, accountName, addedByName, link }: AddedUser): MailContent =>
  renderMail({
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

interface Invited {
  readonly accountName: string
  readonly invitedByName: string
  readonly link: string
}

export const invitationMail = ({ accountName, invitedByName, link }: Invited): MailContent =>
  renderMail({
    subject: 'You are invited to Cuvee',
    greeting: 'Hello,',
    paragraphs: [
      `${invitedByName} invited you to ${accountName} on Cuvee, where your winery tracks its sales, orders, customers, and clubs.`,
      'Accept the invitation to choose a password and sign in.',
    ],
    action: { label: 'Accept invitation', url: link },
    footnote: 'This link works once and expires in 7 days. If you don’t know the sender, you can ignore this email.',
  })

interface LinkToUser {
  readonly firstName: string
  readonly link: string
}

/** The link leads to a request for a new password. */
export const passwordChangedMail = ({ firstName, link }: LinkToUser): MailContent =>
  renderMail({
    subject: 'Your password was changed',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      'The password for your Cuvee account was just changed, and all other sessions were signed out.',
      'If this was you, you don’t need to do anything. If it wasn’t, choose a new password now.',
    ],
    action: { label: 'Choose a new password', url: link },
    footnote: 'We send this email whenever your password changes, so that no one can change it without your knowledge.',
  })

interface FactorChange extends LinkToUser {
  /** such as `A passkey was removed` */
  readonly what: string
}

/** The link leads to the user's second factors. */
export const secondFactorChangedMail = ({ firstName, what, link }: FactorChange): MailContent =>
  renderMail({
    subject: 'Your sign-in security was changed',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `${what} for signing in to your Cuvee account.`,
      'If this was you, you don’t need to do anything. If it wasn’t, change your password now and ask an administrator for help.',
    ],
    action: { label: 'Review sign-in security', url: link },
    footnote:
      'We send this email whenever two-step verification changes, so that no one can change it without your knowledge.',
  })

export const resetPasswordMail = ({ firstName, link }: LinkToUser): MailContent =>
  renderMail({
    subject: 'Choose a new password',
    greeting: `Hello ${firstName},`,
    paragraphs: ['We received a request to reset the password for your account.'],
    action: { label: 'Choose a new password', url: link },
    footnote:
      'This link works once and expires in 30 minutes. If you didn’t request it, you can ignore this email. Your password won’t change.',
  })

export const verifyEmailMail = ({ firstName, link }: LinkToUser): MailContent =>
  renderMail({
    subject: 'Confirm your email address',
    greeting: `Hello ${firstName},`,
    paragraphs: ['Please confirm your email address so that we can reach you about your account.'],
    action: { label: 'Confirm email address', url: link },
    footnote:
      'This link works once and expires in 24 hours. If you didn’t sign up for Cuvee, you can ignore this email.',
  })

/** To the new address. */
export const confirmNewEmailMail = ({ firstName, link }: LinkToUser): MailContent =>
  renderMail({
    subject: 'Confirm your new email address',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      'You asked to use this email address to sign in to Cuvee. Confirm it to complete the change.',
      'Until then, keep signing in with your current address.',
    ],
    action: { label: 'Confirm email address', url: link },
    footnote: 'This link works once and expires in 24 hours. If you didn’t request it, you can ignore this email.',
  })

/** To the current address, before it is replaced. Does not contain the new address, which may belong to a stranger. */
export const emailChangeRequestedMail = ({ firstName, link }: LinkToUser): MailContent =>
  renderMail({
    subject: 'Your email address is about to change',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      'We received a request to change the email address you use to sign in to Cuvee. The change takes effect when the new address is confirmed.',
      'If this wasn’t you, keep this address. That cancels the change and signs out all sessions. Then choose a new password.',
    ],
    action: { label: 'Keep this address', url: link },
    footnote: 'This link works once, for 7 days. If this was you, open the email we sent to your new address.',
  })

/** To the address that was replaced. */
export const emailChangedMail = ({ firstName, link }: LinkToUser): MailContent =>
  renderMail({
    subject: 'Your email address was changed',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      'The email address you use to sign in to Cuvee was just changed, and all other sessions were signed out. This address no longer works.',
      'If this wasn’t you, undo the change. That restores this address and signs out all sessions. Then choose a new password.',
    ],
    action: { label: 'Undo the change', url: link },
    footnote: 'This link works once, for 7 days. If this was you, you don’t need to do anything.',
  })
