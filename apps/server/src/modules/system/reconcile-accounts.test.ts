import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inTransaction, unscoped } from '#server/db/database.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { reconcileAccountsJob } from './reconcile-accounts.job.ts'

const MIB = 1024 ** 2
const OLD = 'America/Los_Angeles'
const NEW = 'Asia/Tokyo'

// Opening another account's file closes the one before.
const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false, warehouse: { memoryBudget: 256 * MIB } })
const { warehouse } = t.deps
// Statements set back what only an older database says.
const db = unscoped(t.deps.db)

const reconcile = () => runJob(reconcileAccountsJob, t.deps)

const addService = async ({ token }: Member, name: string): Promise<string> =>
  (await t.call('POST', '/service', { token, body: { type: 'csv', name } })).json().id

const load = ({ accountId }: Member, serviceId: string, order: string) =>
  t.load(accountId, { orders: [orderRow({ source_id: order, order_number: order })] }, { serviceId, timeZone: OLD })

const other = await t.register()
const closeFiles = () => load(other, 'other', `o${Math.random()}`)

const services = async ({ token }: Member): Promise<string[]> =>
  (await t.call('GET', '/service', { token }))
    .json()
    .map(({ name }: { name: string }) => name)
    .toSorted()

const notices = async ({ token }: Member): Promise<{ kind: string; subject: string }[]> =>
  (await t.call('GET', '/notification', { token })).json()

const countOrders = async ({ accountId }: Member) =>
  (await warehouse.query(accountId, { sql: 'SELECT count(*) FROM orders', params: [] })).rows[0]?.[0]

/** What the account's row and file tables say of settings. */
const readSettings = async ({ accountId }: Member) => {
  const { timeZone } = await warehouse.status(accountId)
  const rules = 'SELECT (SELECT version FROM visit_rules), (SELECT count(*) FROM tasting_products)'
  const { rows } = await warehouse.query(accountId, { sql: rules, params: [] })
  return { timeZone, tastings: rows[0]?.[1] }
}

test('a database older than an account’s file: rows of unknown services are shown, calendar and rules follow the settings, and administrators are notified', async () => {
  const member = await t.register({ timeZone: OLD })
  const { accountId, token } = member
  const shop = await addService(member, 'Shop')
  await load(member, shop, 'A1')
  const { rows: earlier } = await sql<{ data_version: number }>`
    select data_version from account_data where account_id = ${accountId}`.execute(db)

  // What is in the file only after the database of before has come back.
  const later = await addService(member, 'Later')
  await load(member, later, 'B1')
  await warehouse.changeCalendar(accountId, { timeZone: NEW })
  const products = [{ sku: 'TASTE', guestsPerUnit: 2 }]
  const body = { products, excludedExperiences: [] }
  expect((await t.call('PUT', '/admin/tasting-experiences', { token, body })).statusCode).toBe(200)
  expect(await readSettings(member)).toEqual({ timeZone: NEW, tastings: 1 })
  await inTransaction(db, async (trx) => {
    await sql`delete from services where id = ${later}`.execute(trx)
    await sql`delete from visit_rules where account_id = ${accountId}`.execute(trx)
    await sql`update accounts set visit_rules_version = 0 where id = ${accountId}`.execute(trx)
    await sql`update account_data set data_version = ${earlier[0]?.data_version} where account_id = ${accountId}`.execute(
      trx,
    )
  })
  await closeFiles()

  await countOrders(member)
  await reconcile()
  expect(await services(member)).toEqual(['Recovered data', 'Shop'])
  expect(await countOrders(member)).toBe(2)
  expect(await readSettings(member)).toEqual({ timeZone: OLD, tastings: 0 })
  expect(await notices(member)).toMatchObject([{ kind: 'dataRepaired' }])
  expect((await t.call('DELETE', `/service/${later}`, { token })).statusCode).toBe(204)
  expect(await countOrders(member)).toBe(1)
  // A later change of rules is adopted.
  expect((await t.call('PUT', '/admin/tasting-experiences', { token, body })).statusCode).toBe(200)
  expect(await readSettings(member)).toEqual({ timeZone: OLD, tastings: 1 })
})

test('a service whose rows were removed later than the database says is read from the beginning', async () => {
  const member = await t.register({ timeZone: OLD })
  const { accountId } = member
  const [shop, files] = [await addService(member, 'Shop'), await addService(member, 'Files')]
  for (const id of [shop, files]) await load(member, id, id)
  await sql`insert into service_runs (id, account_id, service_id, kind, status, counts, finished_at, created_at)
    select id || 'r', account_id, id, 'sync', 'succeeded', '{"orders": 1}', now(), now() from services
    where account_id = ${accountId}`.execute(db)
  await sql`update services set cursors = '{"orders": {}}' where account_id = ${accountId}`.execute(db)
  await warehouse.removeService(accountId, shop)
  await sql`update account_data set data_version = 1 where account_id = ${accountId}`.execute(db)
  await closeFiles()

  await countOrders(member)
  await reconcile()
  const { rows } =
    await sql`select name, cursors, problem from services where account_id = ${accountId} order by name`.execute(db)
  expect(rows).toEqual([
    { name: 'Files', cursors: { orders: {} }, problem: null },
    { name: 'Shop', cursors: {}, problem: 'Its data is gone. Upload its files again.' },
  ])
  expect(await notices(member)).toHaveLength(1)
})

test('a service that is removed while its account is compared stays removed', async () => {
  const member = await t.register({ timeZone: OLD })
  const { accountId, token } = member
  const shop = await addService(member, 'Shop')
  await load(member, shop, 'A1')
  await sql`update account_data set needs_reconciliation = true where account_id = ${accountId}`.execute(db)
  const changeVisitRules = warehouse.changeVisitRules.bind(warehouse)
  vi.spyOn(warehouse, 'changeVisitRules').mockImplementationOnce(async (...change) => {
    expect((await t.call('DELETE', `/service/${shop}`, { token })).statusCode).toBe(204)
    return changeVisitRules(...change)
  })
  await reconcile()
  expect([await services(member), await notices(member)]).toEqual([[], []])
})

test('an account whose file and settings agree is compared without a change or a message', async () => {
  const member = await t.register({ timeZone: OLD })
  const { accountId } = member
  await load(member, await addService(member, 'Shop'), 'A1')
  const before = await warehouse.status(accountId)
  await sql`update account_data set data_version = 0 where account_id = ${accountId}`.execute(db)
  await closeFiles()
  await countOrders(member)
  await reconcile()
  expect(await warehouse.status(accountId)).toEqual(before)
  expect([await services(member), await notices(member)]).toEqual([['Shop'], []])
  const left = await sql`select from account_data where needs_reconciliation`.execute(db)
  expect(left.rows).toEqual([])
})
