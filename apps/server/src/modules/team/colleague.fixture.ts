import type { Role } from '#domain/role.ts'
import type { TestApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

export const COLLEAGUE_PASSWORD = 'Cellar&Rack4'

let made = 0

/** Delivers all queued email, which takes several batches. */
export const allEmails = async (t: TestApp) => {
  let known = -1
  while (t.mailbox.mails.length > known) {
    known = t.mailbox.mails.length
    await t.mails()
  }
  return t.mailbox.mails
}

/** The latest email to an address with a subject. */
export const findEmail = async (t: TestApp, to: string, subject: string) =>
  (await allEmails(t)).findLast((mail) => mail.to === to && mail.subject === subject)

/** The link of that email. */
export const findEmailedLink = async (t: TestApp, to: string, subject: string): Promise<URL> =>
  new URL(/https?:\S+/.exec((await findEmail(t, to, subject))?.text ?? '')?.[0] ?? 'about:blank')

/** A user added by a member, who has set a password with the emailed link and signed in. */
export const addColleague = async (
  t: TestApp,
  member: Member,
  roles: readonly Role[] = ['User'],
  names: { readonly firstName?: string; readonly lastName?: string } = {},
): Promise<Member> => {
  made += 1
  const email = `colleague-${made}@winery.example`
  const body = { firstName: 'Carl', lastName: 'Cork', ...names, email, roles }
  const added = await t.call('POST', '/user/create', { token: member.token, body })
  if (added.statusCode !== 201) throw new Error(added.body)
  const { searchParams } = await findEmailedLink(t, email, 'Choose a password for Cuvee')
  const password = COLLEAGUE_PASSWORD
  await t.call('POST', '/user/reset-password', { body: { ...Object.fromEntries(searchParams), password } })
  const session = await t.signIn(email, password)
  const { id: userId, accountId } = session.user
  return { accountId, userId, email, password, token: session.access_token, refreshToken: session.refresh_token }
}
