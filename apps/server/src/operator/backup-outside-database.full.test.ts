import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { RegistrationResponse } from '#contract/auth.ts'
import { startServerProcess } from '#testkit/server-process.ts'
import { startTestDatabase } from '#testkit/test-database.ts'
import { fillAccount } from './large-account.fixture.ts'
import { callCommandWith } from './operator-process.fixture.ts'

vi.setConfig({ testTimeout: 180_000 })

const root = await mkdtemp(join(tmpdir(), 'cuvee-outside-'))
const databases = [
  await startTestDatabase(),
  await startTestDatabase(),
  await startTestDatabase(),
  await startTestDatabase(),
] as const
const [source, target, served, servedTarget] = databases
afterAll(async () => {
  for (const database of databases) await database.drop()
  await rm(root, { recursive: true, force: true })
})

const KEY = Buffer.alloc(32, 7).toString('base64')

const settingsOf = ({ url }: typeof source, folder: string) => ({
  DATA_DIR: join(root, folder),
  DATABASE_URL: url,
  SESSION_KEY: KEY,
  MASTER_KEY: KEY,
})

const query = async ({ connection }: typeof source, sql: string): Promise<unknown[]> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const INSERT_SERVICES = `insert into services (id, account_id, type, name, cursors, created_at, updated_at)
  select 's' || id, id, 'commerce7', 'Shop', '{"orders": "2026-01-01"}', now(), now() from accounts`
/** As the first load of an account notes. */
const INSERT_PLACES = `insert into account_places (account_id, place) select id, 'files' from accounts`

test('F37: with an outside database, a restore reads services of accounts without data from the beginning', async () => {
  const settings = settingsOf(source, 'data')
  for (const name of ['first', 'second']) {
    const args = [`${name}@winery.example`, '--password', 'Barrel&Stave7']
    expect(await callCommandWith(settings, 'account', ...args)).toMatchObject({ code: 0 })
  }
  await query(source, INSERT_SERVICES)
  await query(source, INSERT_PLACES)
  await fillAccount(settings.DATA_DIR, 1, { orders: 3, orderLines: 5 })
  await writeFile(join(settings.DATA_DIR, 'warehouse', '2.duckdb'), '')

  const backup = join(root, 'backup')
  const made = await callCommandWith(settings, 'backup', backup)
  expect(made).toMatchObject({ code: 1, output: expect.stringContaining('account 2 (the warehouse file is empty)') })

  const restoring = settingsOf(target, 'restored')
  expect(await callCommandWith(restoring, 'restore', backup)).toMatchObject({ code: 0 })
  expect(await query(target, 'select id, cursors from services order by id')).toEqual([
    { id: 's1', cursors: { orders: '2026-01-01' } },
    { id: 's2', cursors: {} },
  ])
  const drill = await callCommandWith(settings, 'drill', backup)
  expect(drill.output).toContain('ok     account 1: 3 orders, 5 order lines, net sales 3 USD minor units')
  expect(drill.output).toContain('FAILED account 2: not in the backup')

  const again = await callCommandWith(settingsOf(target, 'again'), 'restore', backup)
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('the database of DATABASE_URL is not empty') })
})

const REGISTRATION = {
  firstName: 'A',
  lastName: 'B',
  email: 'served@winery.example',
  password: 'Barrel&Stave7',
  accountName: 'Served',
  culture: 'en-US',
}

test('F37: a server on an outside database is backed up while it is written to, and loses nothing acknowledged before (full lane)', async () => {
  const settings = settingsOf(served, 'served')
  const server = startServerProcess({ dataDir: settings.DATA_DIR, env: { ...settings, LOG_LEVEL: 'silent' } })
  onTestFinished(() => server.kill('SIGKILL'))
  const address = await server.ready()
  let token = ''
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const response = await fetch(`${address}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return response.json()
  }
  token = RegistrationResponse.parse(await post('/account/create-account', REGISTRATION)).token.access_token
  for (const name of ['Before 1', 'Before 2']) await post('/dashboards', { name })

  let isDone = false
  const write = async () => {
    for (let number = 1; !isDone; number += 1) await post('/dashboards', { name: `Meanwhile ${number}` })
  }
  const writing = write()
  const backup = join(root, 'served-backup')
  const made = await callCommandWith(settings, 'backup', backup)
  isDone = true
  await writing
  server.kill('SIGTERM')
  await server.exited()

  expect(made).toMatchObject({ code: 0 })
  expect(await callCommandWith(settings, 'drill', backup)).toMatchObject({ code: 0 })
  expect(await callCommandWith(settingsOf(servedTarget, 'served-again'), 'restore', backup)).toMatchObject({
    code: 0,
  })
  const rows = await query(
    servedTarget,
    "select name from dashboards where name ~ '^(Before|Meanwhile)' order by created_at, name",
  )
  const names = rows.map((row) => z.object({ name: z.string() }).parse(row).name)
  const meanwhile = names.filter((name) => name.startsWith('Meanwhile'))
  expect(names.slice(0, 2)).toEqual(['Before 1', 'Before 2'])
  expect(new Set(meanwhile)).toEqual(new Set(meanwhile.map((_, index) => `Meanwhile ${index + 1}`)))
})
