import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { PERMISSIONS, ROLES } from '#domain/role.ts'
import { unscoped } from '#server/db/database.ts'
import { ACCOUNT_OWNED } from '#server/db/tables.ts'
import { sample } from '#testkit/lane.ts'
import { testApp } from '#testkit/test-app.ts'
import { type ContractCall, contractCalls, type Member } from '#testkit/test-client.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const db = unscoped(t.deps.db)

type Params = Readonly<Record<string, string>>

const paramsOf = ({ url }: ContractCall): string[] => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

const urlOf = ({ url }: ContractCall, query: string | undefined, values: Params): string => {
  const path = url.replace(/:(\w+)/g, (_place, name: string) => values[name] ?? 'nothing')
  return query ? `${path}?${query}` : path
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
const methodOf = (call: ContractCall) => METHODS.find((method) => method === call.method) ?? 'GET'

const request = (call: ContractCall, token: string | null, values: Params = {}) => {
  const { query, body, raw } = call.meta.sample ?? {}
  const payload = raw
    ? raw.text
    : body && { ...body, ...('fileId' in body ? { fileId: values.fileId ?? 'nothing' } : {}) }
  const options: InjectOptions = {
    method: methodOf(call),
    url: urlOf(call, query, call.name === 'users.setTheme' ? { theme: 'dark' } : values),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(raw ? { 'content-type': raw.contentType } : {}),
    },
  }
  return t.app.inject(payload === undefined ? options : { ...options, payload })
}

const restricted = contractCalls()
  .filter(({ meta }) => meta.access !== 'public')
  .map((call) => [call.name, call] as const)
const withIds = restricted.filter(([name, call]) => paramsOf(call).length > 0 && name !== 'users.setTheme')

describe('security 23: enforces the permissions of every endpoint', () => {
  test.each(restricted)('%s returns 401 without a token', async (_name, call) => {
    const response = await request(call, null)
    expect([response.statusCode, response.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"'])
  })

  // A registration takes longer than the calls. A call that only reads leaves its account for the next one.
  let reader: Promise<Member> | null = null
  const memberFor = ({ meta }: ContractCall): Promise<Member> => {
    if (meta.effect !== 'read') return t.register()
    reader ??= t.register()
    return reader
  }

  test.each(sample(restricted, 80))(
    '%s returns 403 for exactly the roles that lack the permission',
    async (_name, call) => {
      const member = await memberFor(call)
      const { access } = call.meta
      const permitted: readonly string[] = access === 'public' ? ROLES : PERMISSIONS[access]
      for (const role of ROLES) {
        await t.setUser(member, { roles: [role] })
        const { statusCode } = await request(call, member.token)
        expect([role, statusCode === 403]).toEqual([role, !permitted.includes(role)])
        expect([401, 500]).not.toContain(statusCode)
      }
    },
  )

  test.each(sample(restricted, 15))(
    '%s returns 402 after a trial only if it changes something and does not protect the account',
    async (_name, call) => {
      const member = await t.register()
      const { effect, access, worksReadOnly = false } = call.meta
      await t.setAccount(member, { trial_expires_at: new Date(0) })
      const { statusCode } = await request(call, member.token)
      const isAlwaysAllowed = access === 'billing' || access === 'ownership' || worksReadOnly
      expect(statusCode === 402).toBe(effect === 'change' && !isAlwaysAllowed)
    },
  )
})

describe('security 22: isolates accounts from each other', () => {
  let owner: Member
  let other: Member
  let theirs: Params
  let own: Params
  /** everything that the owner's account has */
  let before: string

  /** Inserts one row of every kind that has an id into a member's account. */
  const insertRows = async ({ accountId, userId, token }: Member, slug: string): Promise<Params> => {
    const now = new Date(t.clock.now())
    const [notification = '', service = '', run = '', file = '', report = '', invitation = ''] = Array.from(
      { length: 6 },
      () => t.deps.ids.next(),
    )
    const account = { account_id: accountId, created_at: now }
    await t.call('POST', '/dashboards', { token, body: { name: slug, isPublic: true } })
    await db
      .insertInto('notifications')
      .values({
        ...account,
        id: notification,
        user_id: userId,
        kind: 'syncFailed',
        subject: 'Private',
        content: 'Private',
      })
      .execute()
    await db
      .insertInto('saved_reports')
      .values({
        ...account,
        id: report,
        user_id: userId,
        name: 'Private',
        definition: '{"reportType":"Orders","columns":[{"columnId":"orderId"}]}',
        is_public: true,
        updated_at: now,
      })
      .execute()
    await db
      .insertInto('services')
      .values({ ...account, id: service, type: 'csv', name: 'Private', updated_at: now })
      .execute()
    await db
      .insertInto('service_runs')
      .values({ ...account, id: run, service_id: service, kind: 'import', status: 'succeeded', finished_at: now })
      .execute()
    await db
      .insertInto('staged_files')
      .values({ ...account, id: file, service_id: service, name: 'private.csv', bytes: 1 })
      .execute()
    await db
      .insertInto('invitations')
      .values({
        ...account,
        id: invitation,
        email: `guest-of-${slug}@winery.example`,
        roles: ['User'],
        invited_by: userId,
        invited_by_name: 'Private',
        token_hash: invitation,
        sent_at: now,
        expires_at: new Date(t.clock.now() + 86_400_000),
      })
      .execute()
    const domain = `${slug}.example`
    await db
      .insertInto('sign_on_domains')
      .values({ ...account, domain, proof: 'private' })
      .execute()
    const key = await t.call('POST', '/account/api-keys', { token, body: { name: 'Private key' } })
    return {
      key: key.json().id,
      notification,
      report,
      invitation,
      service,
      runId: run,
      fileId: file,
      slug,
      domain,
      user: userId,
    }
  }

  const idFor = ({ name }: ContractCall, rows: Params): Params => {
    const noun = name.split('.')[0] ?? ''
    const idOf: Params = {
      users: 'user',
      invitations: 'invitation',
      notifications: 'notification',
      services: 'service',
      savedReports: 'report',
      apiKeys: 'key',
      accountKeys: 'key',
    }
    return { ...rows, id: rows[idOf[noun] ?? ''] ?? 'no row of this noun' }
  }

  const snapshot = async ({ accountId }: Member): Promise<string> => {
    const tables = await Promise.all(
      ACCOUNT_OWNED.map((table) => db.selectFrom(table).selectAll().where('account_id', '=', accountId).execute()),
    )
    const account = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).execute()
    // the database orders rows as it likes
    return JSON.stringify([account, ...tables].map((rows) => rows.map((row) => JSON.stringify(row)).sort()))
  }

  beforeAll(async () => {
    owner = await t.register({ accountName: 'Owner Estate' })
    other = await t.register()
    theirs = await insertRows(owner, 'private-of-owner')
    own = await insertRows(other, 'private-of-other')
    before = await snapshot(owner)
  })

  test.each(withIds)("%s returns 404 for another account's ids and changes nothing", async (_name, call) => {
    const response = await request(call, other.token, idFor(call, theirs))
    expect([response.statusCode, response.json().errors[0].code]).toEqual([404, expect.stringMatching(/not_found$/)])
    expect(response.json().errors[0].code).not.toBe('route.not_found')
    expect(await snapshot(owner)).toBe(before)
  })

  const nested = withIds.filter(
    ([, call]) => paramsOf(call).includes('runId') || 'fileId' in (call.meta.sample?.body ?? {}),
  )

  test.each(nested)("%s returns 404 for another account's run or file under its own service", async (_name, call) => {
    const mixed = { ...idFor(call, own), runId: theirs.runId ?? '', fileId: theirs.fileId ?? '' }
    expect((await request(call, other.token, mixed)).statusCode).toBe(404)
    expect(await snapshot(owner)).toBe(before)
  })

  const lists = restricted.filter(([, call]) => paramsOf(call).length === 0 && call.meta.effect === 'read')

  test.each(lists)('%s returns no id of another account', async (_name, call) => {
    const response = await request(call, other.token)
    expect(response.statusCode).toBe(200)
    for (const secret of [...Object.values(theirs), owner.email, 'Owner Estate'])
      expect(response.body).not.toContain(secret)
  })
})
