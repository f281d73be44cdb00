import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { addColleague, findEmailedLink } from '#server/modules/team/colleague.fixture.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const db = unscoped(t.deps.db)
const report = { name: 'Orders', reportType: 'Orders', columns: [{ columnId: 'orderId' }] }
let owner: Member
let made = 0

/** Copies the newest row of the account until it has `rows` of them; `own` are values that differ per row, in SQL. */
const fill = async (table: string, rows: number, own = ''): Promise<void> => {
  const has = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}
    where account_id = ${owner.accountId}`.execute(db)
  await sql`insert into ${sql.table(table)}
    select (jsonb_populate_record(source, jsonb_build_object('id', gen_random_uuid() ${sql.raw(own)}))).*
    from ${sql.table(table)} source, generate_series(1, ${rows - (has.rows[0]?.rows ?? 0)}::int) number
    where source.id = (select id from ${sql.table(table)} where account_id = ${owner.accountId} order by created_at desc limit 1)`.execute(
    db,
  )
}

interface List {
  readonly path: string
  readonly body: () => object
  readonly table: string
  /** SQL of values of copied rows */
  readonly own?: string
  readonly limit: number
  readonly message: string
}

const LISTS: readonly List[] = [
  {
    path: '/dashboards',
    body: () => ({ name: 'Sales' }),
    table: 'dashboards',
    own: ", 'is_default', false, 'slug', 'copy-' || number",
    limit: 200,
    message: 'You can have up to 200 dashboards. Delete one to make room.',
  },
  {
    path: '/reports',
    body: () => report,
    table: 'saved_reports',
    limit: 200,
    message: 'You can have up to 200 saved reports. Delete one to make room.',
  },
  {
    path: '/alerts',
    body: () => ({
      name: 'Orders',
      definition: { reportType: 'Orders', columns: [{ columnId: 'total' }] },
      condition: { kind: 'above', value: 1 },
    }),
    table: 'alerts',
    limit: 100,
    message: 'You can have up to 100 alerts. Delete one to make room.',
  },
  {
    path: '/service',
    body: () => ({ type: 'csv', name: 'Files', settings: {} }),
    table: 'services',
    limit: 100,
    message: 'An account can have up to 100 services. Remove one to make room.',
  },
  {
    path: '/api-keys',
    body: () => ({ name: 'Export' }),
    table: 'api_keys',
    own: ", 'key_hash', 'copy-' || number",
    limit: 50,
    message: 'You can have up to 50 personal API keys. Revoke one to make room.',
  },
  {
    path: '/invitation',
    body: () => ({ email: `guest-${++made}@oak.example`, roles: ['User'] }),
    table: 'invitations',
    own: ", 'email', number || '@copy.example', 'token_hash', md5(number || '-hash')",
    limit: 200,
    message: 'Up to 200 invitations can be open. Revoke one to make room.',
  },
  {
    path: '/user/create',
    body: () => ({ firstName: 'A', lastName: 'B', email: `user-${++made}@oak.example`, roles: ['User'] }),
    table: 'users',
    own: ", 'email', number || '-' || source.account_id || '@copy.example'",
    limit: 500,
    message: 'An account can have up to 500 users. Remove one to make room.',
  },
  {
    path: '/send-feedback',
    body: () => ({ route: '/', email: 'a@b.example', rating: 5, comments: 'Good' }),
    table: 'feedback',
    limit: 50,
    message: 'You can send feedback 50 times a day. Please try again tomorrow.',
  },
]

beforeAll(async () => {
  owner = await t.register()
})

test.each(LISTS)(
  'POST $path: parallel requests fill the list up to $limit',
  async ({ path, body, table, own, limit, message }) => {
    const create = () => t.call('POST', path, { token: owner.token, body: body() })
    expect((await create()).statusCode).toBeLessThan(300)
    await fill(table, limit - 2, own)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(create))
    const refused = answers.filter(({ statusCode }) => statusCode === 409)
    expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(2)
    expect(refused.map((answer) => answer.json().errors)).toEqual(
      [1, 2, 3].map(() => [{ code: 'request.quota', message }]),
    )
  },
)

test('a full list makes room for one when one is deleted, and restoring it needs room, too', async () => {
  const { token } = owner
  const slugs: { slug: string }[] = (await t.call('GET', '/dashboards/slugs', { token })).json()
  const last = slugs.find(({ slug }) => slug.startsWith('copy-')) ?? { slug: '' }
  expect((await t.call('DELETE', `/dashboards/${last.slug}`, { token })).statusCode).toBe(204)
  expect((await t.call('POST', '/dashboards', { token, body: { name: 'Another' } })).statusCode).toBe(201)
  const restored = await t.call('POST', `/dashboards/${last.slug}/restore`, { token })
  expect([restored.statusCode, restored.json().errors[0].code]).toEqual([409, 'request.quota'])
  const [{ id }] = (await t.call('GET', '/reports/my', { token })).json()
  expect((await t.call('POST', `/reports/${id}/copy`, { token })).statusCode).toBe(409)
})

test('an account has 200 shared reports, and a report 20 schedules, also with parallel requests', async () => {
  owner = await t.register()
  const { token, email } = owner
  const { id } = (await t.call('POST', '/reports', { token, body: { ...report, isPublic: true } })).json()
  const schedule = { cadence: 'daily', recipients: [email] }
  const add = () => t.call('POST', `/reports/${id}/schedules`, { token, body: schedule })
  const added = await Promise.all(Array.from({ length: 24 }, add))
  expect(added.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20)
  const colleague = await addColleague(t, owner, ['User'])
  await fill('saved_reports', 200)
  await sql`update saved_reports set user_id = ${colleague.userId} where account_id = ${owner.accountId}`.execute(db)
  const full = { code: 'request.quota', message: 'Up to 200 reports can be shared. Stop sharing one to make room.' }
  const shared = { token, body: { ...report, isPublic: true } }
  expect((await t.call('POST', '/reports', shared)).json().errors).toEqual([full])
  const mine = (await t.call('POST', '/reports', { token, body: report })).json()
  expect((await t.call('PUT', `/reports/${mine.id}`, shared)).json().errors).toEqual([full])
})

const quotaError = (message: string) => [{ code: 'request.quota', message }]

test('an invitation to a full account is not accepted, and its link keeps working', async () => {
  owner = await t.register()
  const email = `guest-${++made}@oak.example`
  await t.call('POST', '/invitation', { token: owner.token, body: { email, roles: ['User'] } })
  const link = await findEmailedLink(t, email, 'You are invited to Cuvee')
  const token = link.searchParams.get('token') ?? ''
  const body = { token, firstName: 'Nora', lastName: 'Vine', password: 'Magnum#Cork8', culture: 'en-US' }
  await fill('users', 500, ", 'email', number || '-' || source.account_id || '@copy.example'")
  const refused = await t.call('POST', '/account/join', { body })
  const message =
    'This account already has 500 users. Ask the person who invited you to make room, then open the link again.'
  expect([refused.statusCode, refused.json().errors]).toEqual([409, quotaError(message)])
  await sql`delete from users where account_id = ${owner.accountId} and email = ${`1-${owner.accountId}@copy.example`}`.execute(
    db,
  )
  expect((await t.call('POST', '/account/join', { body })).statusCode).toBe(200)
})

test.each([
  {
    things: 'dashboards',
    path: '/dashboards',
    body: { name: 'Sales', isPublic: true },
    table: 'dashboards',
    own: ", 'is_default', false, 'is_public', false, 'slug', 'copy-' || number",
  },
  {
    things: 'saved reports',
    path: '/reports',
    body: { ...report, isPublic: true },
    table: 'saved_reports',
    own: ", 'is_public', false",
  },
])(
  'a user is not removed while the new owner has no room for shared $things',
  async ({ things, path, body, table, own }) => {
    owner = await t.register()
    const colleague = await addColleague(t, owner, ['PowerUser'])
    for (const token of [colleague.token, colleague.token, owner.token])
      expect((await t.call('POST', path, { token, body })).statusCode).toBe(201)
    const owned = `, 'user_id', '${owner.userId}'`
    const ownedBy = async (user: string) =>
      (
        await sql<{
          rows: number
        }>`select count(*)::int as rows from ${sql.table(table)} where user_id = ${user}`.execute(db)
      ).rows[0]?.rows ?? 0
    await fill(table, 199 + (await ownedBy(colleague.userId)), own + owned)
    expect(await ownedBy(owner.userId)).toBe(199)
    const remove = () => t.call('DELETE', `/user/${colleague.userId}`, { token: owner.token })
    const refused = await remove()
    const message = `Shared ${things} of a removed user are transferred, and their new owner can have up to 200. Delete some to make room.`
    expect([refused.statusCode, refused.json().errors]).toEqual([409, quotaError(message)])
    expect((await t.call('GET', `/user/${colleague.userId}`, { token: owner.token })).statusCode).toBe(200)
    await sql`delete from ${sql.table(table)} where id = (select max(id) from ${sql.table(table)} where user_id = ${owner.userId} and not is_public)`.execute(
      db,
    )
    expect((await remove()).statusCode).toBe(204)
  },
)

describe('texts and settings that are too long get 400', () => {
  const long = (length: number) => 'x'.repeat(length)
  const widget = (props: object) => ({ type: 'logo', x: 0, y: 0, w: 1, h: 1, props })

  test.each<[path: string, method: 'POST' | 'PUT', body: object, field: string]>([
    ['/dashboards', 'POST', { name: long(201) }, 'name'],
    ['/dashboards', 'POST', { name: 'a', description: long(2001) }, 'description'],
    ['/dashboards', 'POST', { name: 'a', widgets: [widget({ text: long(4000) })] }, 'widgets[0].props'],
    [
      '/dashboards',
      'POST',
      { name: 'a', widgets: Array.from({ length: 20 }, () => widget({ text: long(3000) })) },
      'widgets',
    ],
    ['/dashboards/default', 'PUT', { name: 'a', widgets: [widget({ text: long(4000) })] }, 'widgets[0].props'],
    ['/reports', 'POST', { ...report, name: long(201) }, 'name'],
    [
      '/reports',
      'POST',
      { ...report, filters: Array.from({ length: 40 }, () => ({ columnId: 'customerName', value: long(900) })) },
      'columns',
    ],
    [
      '/reports',
      'POST',
      { ...report, relativeDateFilter: { relativeRange: long(101) } },
      'relativeDateFilter.relativeRange',
    ],
    ['/service', 'POST', { type: 'csv', name: long(101) }, 'name'],
    [
      '/user/create',
      'POST',
      { firstName: long(101), lastName: 'b', email: 'a@b.example', roles: ['User'] },
      'firstName',
    ],
    ['/invitation', 'POST', { email: `${long(250)}@b.example`, roles: ['User'] }, 'email'],
    ['/account/name', 'PUT', { name: long(101) }, 'name'],
    ['/account/location', 'PUT', { timeZone: 'Europe/Paris', city: long(201) }, 'city'],
    ['/send-feedback', 'POST', { route: '/', email: 'a', rating: 1, comments: long(10_001) }, 'comments'],
    ['/admin/club-signup-products', 'PUT', { products: [{ sku: 'a', clubName: long(201) }] }, 'products[0].clubName'],
  ])('%s %s', async (path, method, body, field) => {
    const answer = await t.call(method, path, { token: owner.token, body })
    expect([answer.statusCode, answer.json().errors[0].field]).toEqual([400, field])
  })
})
