import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { beforeAll, describe, expect } from 'vitest'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import { ACCOUNT_TABLES } from '#server/db/tables.ts'
import { findAccount } from '#server/modules/accounts/accounts.repo.ts'
import { unzipped } from '#server/modules/reports/export/unzipped.fixture.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { accountZip } from './export-account.usecases.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { test } = t
const limited = await testApp({ runsJobs: false })

const SECRET = 'very-secret-token-of-the-shop'
const ORDERS = 1_000

const exported = async ({ token }: Pick<Member, 'token'>) => {
  const response = await t.call('GET', '/account/export', { token })
  return { response, files: unzipped(response.rawPayload) }
}

/** Records of a CSV file as objects. */
const records = (csv: string | undefined): Record<string, string>[] => parse(csv ?? '', { bom: true, columns: true })

let owner: Member
let files: ReadonlyMap<string, string>

const loadOrders = async (accountId: number): Promise<void> => {
  const currencies = ['USD', 'JPY', 'KWD']
  await t.load(accountId, {
    orders: Array.from({ length: ORDERS }, (_, index) =>
      orderRow({
        source_id: `o${index}`,
        currency: currencies[index] ?? 'USD',
        total: 123_456,
        tip: -1999,
        customer_name: index === 0 ? '=1+1' : 'Łódź, "Zoë"',
      }),
    ),
    order_lines: [lineRow({ source_id: 'l1', order_source_id: 'o0' })],
  })
}

beforeAll(async () => {
  owner = await t.register({ accountName: 'Oak Hill', firstName: 'Ada', lastName: 'Stone' })
  const { token, accountId } = owner
  const body = { reportType: 'Orders', name: 'My orders', columns: [{ columnId: 'orderCount' }] }
  await t.call('POST', '/reports', { token, body })
  await t.call('POST', '/request-password-reset', { body: { email: owner.email } })
  const now = new Date(t.clock.now())
  const service = { id: 's', account_id: accountId, type: 'shopify', name: 'Shop', created_at: now, updated_at: now }
  await t.deps.db
    .insertInto('services')
    .values({ ...service, secrets: Buffer.from(SECRET) })
    .execute()
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const sizes = await t.deps.pictures.make(accountId, 'photo', photo, new AbortController().signal)
  await t.deps.db
    .insertInto('pictures')
    .values({
      name: 'n.webp',
      account_id: accountId,
      user_id: owner.userId,
      size: 'large',
      content: sizes.large,
      created_at: now,
    })
    .execute()
  await loadOrders(accountId)
  files = (await exported(owner)).files
})

describe('the archive', () => {
  test('is sent as a named zip file, and the download is written to the audit log', async () => {
    const { response } = await exported(owner)
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(response.headers['content-disposition']).toContain('filename="Cuvee export 2026-06-17.zip"')
    const { items } = (await t.call('GET', '/audit?action=account.export', { token: owner.token })).json()
    expect(items[0]).toMatchObject({ userId: owner.userId })
  })

  test('contains a described file for everything that the account owns', () => {
    const tables = ACCOUNT_TABLES.filter(({ exported }) => exported.length > 0)
    const expected = [
      'README.txt',
      'account.json',
      ...tables.map(({ name }) => `app/${name}.json`),
      ...[...CANONICAL_TABLE_NAMES, 'segment_members'].map((table) => `records/${table}.csv`),
      `pictures/${owner.userId}-large.webp`,
    ]
    expect([...files.keys()].sort()).toEqual([...expected].sort())
    for (const name of expected.filter((path) => path.includes('/') && !path.startsWith('pictures')))
      expect(files.get('README.txt')).toContain(name)
  })

  test('contains app rows with readable field names', () => {
    const [user] = JSON.parse(files.get('app/users.json') ?? '')
    expect(user).toMatchObject({
      id: owner.userId,
      firstName: 'Ada',
      email: owner.email,
      roles: ['AccountOwner', 'User'],
    })
    expect(JSON.parse(files.get('app/saved_reports.json') ?? '')).toEqual([
      expect.objectContaining({ name: 'My orders', definition: expect.objectContaining({ reportType: 'Orders' }) }),
    ])
    expect(JSON.parse(files.get('account.json') ?? '')).toMatchObject({ name: 'Oak Hill', location: { city: null } })
    for (const [path, text] of files) if (path.endsWith('.json')) expect(() => JSON.parse(text)).not.toThrow()
  })

  test('contains every record, with amounts in their own currency', async () => {
    const rows = records(files.get('records/orders.csv'))
    expect(rows.length).toBe(ORDERS)
    const byId = new Map(rows.map((row) => [row.source_id, row]))
    expect(['o0', 'o1', 'o2'].map((id) => [byId.get(id)?.currency, Number(byId.get(id)?.total)])).toEqual([
      ['USD', 1234.56],
      ['JPY', 123_456],
      ['KWD', 123.456],
    ])
    expect(Number(byId.get('o0')?.tip)).toBe(-19.99)
    expect(byId.get('o0')?.ordered_utc).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(byId.get('o3')?.customer_name).toBe('Łódź, "Zoë"')
    expect(records(files.get('records/order_lines.csv')).length).toBe(1)
  })

  test('security 38: contains no text that a spreadsheet reads as a formula', () => {
    const rows = records(files.get('records/orders.csv'))
    expect(rows.find(({ source_id }) => source_id === 'o0')?.customer_name).toBe("'=1+1")
  })

  test('security 27, 34: contains no passwords, tokens or credentials', async () => {
    const { db } = t.deps
    const user = await db
      .selectFrom('users')
      .select('password_hash')
      .where('account_id', '=', owner.accountId)
      .executeTakeFirstOrThrow()
    const tokens = await db
      .selectFrom('one_time_tokens')
      .select('token_hash')
      .where('account_id', '=', owner.accountId)
      .execute()
    const mails = await db.selectFrom('outbox_mail').select('text').where('account_id', '=', owner.accountId).execute()
    const links = mails.flatMap(({ text }) => [...text.matchAll(/token=([\w-]+)/g)].map(([, token = '']) => token))
    const sessions = await db.selectFrom('sessions').select('id').where('account_id', '=', owner.accountId).execute()
    const secrets = [
      SECRET,
      Buffer.from(SECRET).toString('base64'),
      '$argon2id$',
      user.password_hash ?? '',
      ...tokens.map(({ token_hash }) => token_hash),
      ...links,
      ...sessions.map(({ id }) => id),
    ]
    expect(links.length).toBeGreaterThan(0)
    const everything = [...files.values()].join('\n')
    for (const secret of secrets) expect([secret, everything.includes(secret)]).toEqual([secret, false])
  })

  test('security 22: contains nothing of another account', async () => {
    const other = await t.register({ accountName: 'Other Cellars' })
    const { files: theirs } = await exported(other)
    expect([...theirs.keys()].some((path) => path.startsWith('records/') || path.startsWith('pictures/'))).toBe(false)
    const everything = [...theirs.values()].join('\n')
    for (const text of [owner.email, owner.userId, 'Oak Hill', 'My orders']) expect(everything).not.toContain(text)
  })

  test('contains each row of a table read in pages exactly once', async ({ member }) => {
    const line = { account_id: member.accountId, action: 'test', at: new Date(t.clock.now()) }
    const lines = Array.from({ length: 1_001 }, (_, index) => ({ ...line, target: String(index) }))
    await t.deps.db.insertInto('audit_log').values(lines).execute()
    const log: { action: string; target: string }[] = JSON.parse(
      (await exported(member)).files.get('app/audit_log.json') ?? '',
    )
    const targets = log.filter(({ action }) => action === 'test').map(({ target }) => Number(target))
    expect(targets).toEqual(lines.map((_, index) => index))
  })
})

test('aborts the archive when a part fails, so that it is recognizably incomplete', async () => {
  const { accountId } = await t.register()
  await loadOrders(accountId)
  await t.files.withConnection(accountId, (connection) => connection.run('DROP TABLE reservations'))
  const account = await findAccount(t.deps.db, accountId)
  if (!account) throw new Error('no account')
  const zip = await accountZip(t.deps, account, new AbortController().signal)
  await expect(zip.toArray()).rejects.toMatchObject({ code: 'warehouse.query_failed' })
})

test('stops the export and releases its resources when the connection closes', async () => {
  const account = await findAccount(t.deps.db, owner.accountId)
  if (!account) throw new Error('no account')
  const leaving = new AbortController()
  const zip = await accountZip(t.deps, account, leaving.signal)
  leaving.abort()
  await expect(zip.toArray()).rejects.toMatchObject({ name: expect.stringMatching(/Abort|Error/) })
})

describe('access', () => {
  test('is limited to administrators', async ({ member }) => {
    for (const [role, status] of [
      ['PowerUser', 403],
      ['BillingAdmin', 403],
      ['AccountAdmin', 200],
    ] as const) {
      await t.setUser(member, { roles: [role] })
      const response = await t.call('GET', '/account/export', { token: member.token })
      expect([role, response.statusCode]).toEqual([role, status])
    }
    expect((await t.call('GET', '/account/export', { token: 'none' })).statusCode).toBe(401)
  })

  test('security 20: is limited to ten exports per minute', async () => {
    const { token } = await limited.register()
    const statuses = []
    for (let call = 0; call < 11; call += 1)
      statuses.push((await limited.call('GET', '/account/export', { token })).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})
