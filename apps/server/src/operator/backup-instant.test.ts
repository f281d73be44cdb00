import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openPool } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'
import { readClosedFile } from '#warehouse/duckdb/older-file.fixture.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { makeBackup } from './make-backup.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' } })
const pool = openPool({ connection: t.connection, log: pino({ enabled: false }), max: 3 })
const root = await mkdtemp(join(tmpdir(), 'cuvee-instant-'))
afterAll(async () => {
  await pool.end()
  await rm(root, { recursive: true, force: true })
})

const { accountId, token } = await t.register()

/** Adds a service with one order. */
const addService = async (): Promise<void> => {
  const { id: serviceId } = (await t.call('POST', '/service', { token, body: { type: 'csv', name: 'Files' } })).json()
  await t.load(accountId, { orders: [orderRow({ source_id: serviceId })] }, { serviceId })
}

const rowsIn = async (folder: string, table: string): Promise<Record<string, unknown>[]> => {
  const text = await readFile(join(folder, 'app', `${table}.jsonl`), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Backs up while `change` runs before and after each of the first two copies of the account. */
const backUpDuring = async (name: string, change: () => Promise<void>): Promise<string> => {
  let copies = 0
  const copyAccount: typeof t.files.copyAccount = async (id) => {
    copies += 1
    if (copies <= 2) await change()
    const copy = await t.deps.warehouse.files.copyAccount(id)
    if (copies <= 2) await change()
    return copy
  }
  const folder = join(root, name)
  const files = { ...t.deps.warehouse.files, copyAccount }
  const warehouse = Object.create(t.deps.warehouse, { files: { value: files } })
  const { failed } = await makeBackup({ ...t.deps, warehouse }, pool, folder)
  expect(failed).toEqual([])
  return folder
}

test('a backup holds the services, the data version and the rows of one instant, also of an account that changes while it is copied', async () => {
  await addService()
  const folder = await backUpDuring('services', addService)
  const [services = [], versions = []] = await readClosedFile(join(folder, 'warehouse', `${accountId}.duckdb`), [
    'SELECT DISTINCT service_id FROM orders ORDER BY 1',
    'SELECT max(version)::INTEGER FROM data_version',
  ])
  const stored = await rowsIn(folder, 'services')
  expect(services.flat()).toEqual(stored.map(({ id }) => id).toSorted())
  const registered = (await rowsIn(folder, 'account_data')).map(({ data_version }) => data_version)
  expect(versions.flat()).toEqual(registered)
})

test('changes wait while the instant of a backup is noted, and go on', async () => {
  const order: string[] = []
  const adding = await t.deps.warehouse.files.withoutCommits(async () => {
    const added = addService().then(() => order.push('change'))
    const sql = 'SELECT count(*) FROM orders'
    await t.deps.warehouse.query(accountId, { sql, params: [] })
    order.push('instant')
    return { added }
  })
  await adding.added
  expect(order).toEqual(['instant', 'change'])
})
