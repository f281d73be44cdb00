import { afterAll } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { startNameServer } from '#testkit/name-server.ts'
import { type ProviderPerson, startSignOnProvider } from '#testkit/sign-on-provider.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

/** A server whose accounts may sign in through a real provider on this computer, and a real name server. */
export const signOnApp = async () => {
  const names = await startNameServer()
  const provider = await startSignOnProvider('http://cuvee.test/sign-in/return')
  afterAll(async () => {
    await provider.close()
    await names.close()
  })
  const env = { CONNECTOR_ALLOW_PRIVATE: '1', DNS_SERVERS: names.address }
  const t = await testApp({ runsJobs: false, env })
  const db = unscoped(t.deps.db)
  let accounts = 0
  let people = 0

  const save = ({ token }: Pick<Member, 'token'>, changes: object = {}) =>
    t.call('PUT', '/account/sign-on', {
      token,
      body: {
        provider: 'other',
        issuer: provider.issuer,
        clientId: provider.clientId,
        clientSecret: provider.clientSecret,
        defaultRole: 'User',
        isEnabled: true,
        trustsSecondFactor: false,
        ...changes,
      },
    })

  /** Publishes the record of a domain that the account has added, and has it checked. */
  const prove = async ({ token }: Pick<Member, 'token'>, domain: string) => {
    const { record } = (await t.call('POST', '/account/sign-on/domains', { token, body: { domain } })).json()
    names.records.set(record.name, record.value)
    return t.call('POST', `/account/sign-on/domains/${domain}/check`, { token })
  }

  /** An account with a provider and a domain that nobody else has. */
  const withSignOn = async (changes: object = {}) => {
    const domain = `cellar-${++accounts}.example`
    const owner = await t.register({ email: `owner@${domain}` })
    const answers = [await save(owner, changes), await prove(owner, domain)]
    for (const answer of answers) if (answer.statusCode >= 300) throw new Error(answer.body)
    return { owner, domain }
  }

  /** A colleague with a password, whose address is in the domain. */
  const colleagueAt = async (owner: Member, domain: string, roles?: Parameters<typeof addColleague>[2]) => {
    const member = await addColleague(t, owner, roles)
    const email = `colleague-${++people}@${domain}`
    await t.setUser(member, { email })
    return { ...member, email }
  }

  /** Somebody whom the provider knows. Returns the name to sign in with there. */
  const person = (given: ProviderPerson): string => {
    const login = `person-${++people}`
    provider.people.set(login, { email_verified: true, ...given })
    return login
  }

  const cookieOf = (answer: { headers: Record<string, unknown> }): string =>
    String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''

  /** The first step: the provider's page, and the cookie of the browser. */
  const start = async (email: string) => {
    const answer = await t.call('POST', '/sign-on', { body: { email } })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return { url: String(answer.json().url), cookie: cookieOf(answer) }
  }

  const finish = (query: string, cookie: string) =>
    t.call('POST', '/sign-on/token', { body: { query }, headers: { cookie } })

  /** All steps, as somebody at the provider. */
  const signOn = async (email: string, login: string | null) => {
    const { url, cookie } = await start(email)
    return finish(await provider.signIn(url, login), cookie)
  }

  /** The test of the settings. */
  const tryOut = async ({ token }: Pick<Member, 'token'>, login: string) => {
    const answer = await t.call('POST', '/account/sign-on/test', { token })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return finish(await provider.signIn(answer.json().url, login), cookieOf(answer))
  }

  return {
    ...{ t, db, provider, names },
    ...{ save, prove, withSignOn, colleagueAt, person, start, finish, signOn, tryOut },
  }
}

/** The code of an error answer. */
