import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import { unscoped } from '#server/db/database.ts'
import { ACCOUNT_OWNED } from '#server/db/tables.ts'
import { serviceRunJob } from '#server/modules/services/service-runs.job.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { purgeAccountsJob } from './purge-accounts.job.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const db = unscoped(t.deps.db)
const MONTH = 30 * DAY_MS
const purge = () => runJob(purgeAccountsJob, t.deps)

const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

/** Creates data in every place that can store account data. */
const createData = async ({ accountId, userId, email, token }: Member): Promise<void> => {
  const now = new Date(t.clock.now())
  await t.call('POST', '/dashboards', { token, body: { name: 'Sales' }, headers: { 'idempotency-key': 'once' } })
  const report = { reportType: 'Orders', name: 'Orders', columns: [{ columnId: 'orderCount' }], isPublic: true }
  const { id } = (await t.call('POST', '/reports', { token, body: report })).json()
  await t.call('POST', `/reports/${id}/schedules`, { token, body: { cadence: 'daily', recipients: [email] } })
  await t.call('POST', '/send-feedback', { token, body: { route: '/', email: 'a@b.example', rating: 5, comments: '' } })
  const { id: serviceId } = (
    await t.call('POST', '/service', { token, body: { type: 'csv', name: 'Files', settings: {} } })
  ).json()
  await t.call('POST', '/api-keys', { token, body: { name: 'Own' } })
  await t.call('POST', '/account/api-keys', { token, body: { name: 'Service' } })
  await t.call('PUT', '/admin/tasting-experiences', { token, body: { products: [], excludedExperiences: ['Dinner'] } })
  await t.load(accountId, { orders: [orderRow({ source_id: 'o1' })] }, { serviceId })
  const folder = await t.deps.warehouse.stagingFolder(accountId)
  await writeFile(join(folder, 'left.csv'), 'private')
  await t.app.inject({
    method: 'POST',
    url: '/api/user/set-photo',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([
      Buffer.from('--b\r\ncontent-disposition: form-data; name="photo"; filename="a"\r\n\r\n'),
      picture,
      Buffer.from('\r\n--b--\r\n'),
    ]),
  })
  await t.deps.jobs.send(t.deps.db, serviceRunJob, { accountId, runId: userId })
  await db
    .insertInto('webhook_events')
    .values({ account_id: accountId, service_id: serviceId, event_id: 'e', received_at: now })
    .execute()
}

const rowsOf = async ({ accountId }: Member): Promise<Record<string, unknown[]>> => {
  const owned = await Promise.all(
    ACCOUNT_OWNED.map(async (table) => {
      const { rows } = await sql<object>`select * from ${sql.table(table)} where account_id = ${accountId}
        order by to_jsonb(${sql.table(table)})::text`.execute(db)
      return [table, rows] as const
    }),
  )
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).execute()
  const jobs = await sql<object>`select id, data from pgboss.job
    where data ->> 'accountId' = ${String(accountId)}`.execute(db)
  return { accounts: account, jobs: jobs.rows, ...Object.fromEntries(owned) }
}

/** The files whose path contains the account id, with their content. */
const filesOf = async ({ accountId }: Member): Promise<Record<string, string>> => {
  const all = await readdir(t.deps.paths.root, { recursive: true, withFileTypes: true })
  const own = all.filter(
    ({ name, parentPath }) =>
      name.split('.')[0] === String(accountId) || parentPath.split('/').includes(String(accountId)),
  )
  const files = own.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name))
  const hashed = files.map(
    async (path) =>
      [
        path,
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      ] as const,
  )
  return Object.fromEntries(await Promise.all(hashed))
}

test('security 52: purges all data of an account and leaves other accounts byte-for-byte unchanged', async () => {
  const [deleted, other] = [await t.register(), await t.register()]
  await createData(deleted)
  await createData(other)
  const { profilePhotoUrlLarge: photo } = (await t.call('GET', '/user', { token: deleted.token })).json()[0]
  await t.call('DELETE', '/account', { token: deleted.token, body: { password: deleted.password } })
  t.clock.advance(MONTH - 1)
  await purge()
  const full = await rowsOf(deleted)
  expect(full.accounts).toHaveLength(1)
  for (const table of [
    'users',
    'dashboards',
    'saved_reports',
    'report_schedules',
    'services',
    'pictures',
    'api_keys',
    'jobs',
  ])
    expect([table, full[table]?.length]).not.toEqual([table, 0])
  expect(Object.keys(await filesOf(deleted)).length).toBeGreaterThan(1)
  const before = { rows: await rowsOf(other), files: await filesOf(other) }
  t.clock.advance(1)
  await purge()
  expect(Object.entries(await rowsOf(deleted)).filter(([, rows]) => rows.length > 0)).toEqual([])
  expect(await filesOf(deleted)).toEqual({})
  expect((await t.app.inject({ method: 'GET', url: photo })).statusCode).toBe(404)
  expect({ rows: await rowsOf(other), files: await filesOf(other) }).toEqual(before)
})

test('purges failed sign-ins with an address of the account, also those from before it existed', async () => {
  const deleted = await t.register()
  const limited = { action: 'session.refused', at: new Date(t.clock.now()) }
  const addresses = [deleted.email, deleted.email.toUpperCase(), 'somebody@else.example']
  const rows = addresses.map((email) => ({ ...limited, account_id: null, details: JSON.stringify({ email }) }))
  await db.insertInto('audit_log').values(rows).execute()
  await t.call('DELETE', '/account', { token: deleted.token, body: { password: deleted.password } })
  t.clock.advance(MONTH)
  await purge()
  const left = await db.selectFrom('audit_log').select('details').where('account_id', 'is', null).execute()
  expect(left.map(({ details }) => details.email)).toEqual(['somebody@else.example'])
})

test('frees an email address only when its account is purged', async () => {
  const deleted = await t.register()
  const again = { accountName: 'Anew', firstName: 'A', lastName: 'B', culture: 'en-US', password: deleted.password }
  const register = () => t.call('POST', '/account/create-account', { body: { ...again, email: deleted.email } })
  await t.call('DELETE', '/account', { token: deleted.token, body: { password: deleted.password } })
  expect((await register()).statusCode).toBe(409)
  t.clock.advance(MONTH)
  await purge()
  expect((await register()).statusCode).toBeLessThan(300)
})

test('keeps all rows of an account whose purge fails, and purges the others', async () => {
  const [stuck, free] = [await t.register(), await t.register()]
  for (const { token, password } of [stuck, free]) await t.call('DELETE', '/account', { token, body: { password } })
  t.clock.advance(MONTH)
  const before = await rowsOf(stuck)
  const { warehouse } = t.deps
  const failing = Object.create(warehouse, {
    removeAccount: {
      value: async (id: number) => {
        if (id === stuck.accountId) throw new Error('the disk does not answer')
        await warehouse.removeAccount(id)
      },
    },
  })
  await runJob(purgeAccountsJob, { ...t.deps, warehouse: failing })
  expect(await rowsOf(stuck)).toEqual(before)
  expect((await rowsOf(free)).accounts).toEqual([])
  await purge()
  expect((await rowsOf(stuck)).accounts).toEqual([])
})
