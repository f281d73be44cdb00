import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { startServerProcess } from '#testkit/server-process.ts'
import { copyInstallation } from '#testkit/test-database.ts'
import { readClosedFile } from '#warehouse/duckdb/older-file.fixture.ts'
import { callCommand, runSql, startCommand, stopLeftPostgres } from './operator-process.fixture.ts'

/** Two kills each: of a server that makes a backup, and of a restore. `ROUNDS` runs fewer. */
const ROUNDS = Number(process.env.ROUNDS ?? 50)
const LONGEST_BACKUP_MS = 1_500
const LONGEST_RESTORE_MS = 2_500
const WAIT = { timeout: 30_000, interval: 20 }

vi.setConfig({ testTimeout: ROUNDS * 60_000 })

const root = await mkdtemp(join(tmpdir(), 'cuvee-backup-kill-'))
const dataDir = join(root, 'data')
afterAll(async () => {
  await stopLeftPostgres(dataDir)
  await rm(root, { recursive: true, force: true })
})

const USER = { email: 'keeper@winery.example', password: 'Barrel&Stave7' }

const openClient = async (address: string) => {
  const send = async (method: string, path: string, body?: object | FormData, token = '') => {
    const json = body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }
    const headers = { ...json, ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const content = body instanceof FormData ? body : JSON.stringify(body)
    const response = await fetch(`${address}/api${path}`, { method, headers, ...(body ? { body: content } : {}) })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return response.json()
  }
  const login = { grant_type: 'password', username: USER.email, password: USER.password }
  const { access_token: token } = await send('POST', '/token', login)
  return (method: string, path: string, body?: object | FormData) => send(method, path, body, token)
}

const counts = { begun: 0, acknowledged: 0 }

/** Adds services of one order each until the server dies. */
const write = async (address: string): Promise<void> => {
  const call = await openClient(address)
  for (;;) {
    counts.begun += 1
    const { id } = await call('POST', '/service', { type: 'csv', name: `Files ${counts.begun}` })
    const form = new FormData()
    form.set('kind', 'order_lines')
    const line = `orderId,orderDate,sku,quantity,unitPrice\nA${counts.begun},2026-03-01,PN,1,10.00\n`
    form.set('file', new Blob([line], { type: 'text/csv' }), 'orders.csv')
    const { runId } = await call('POST', `/service/${id}/upload`, form)
    for (;;) {
      const { status } = await call('GET', `/service/${id}/runs/${runId}`)
      if (status === 'succeeded') break
      if (status === 'failed') throw new Error('an upload failed')
      await sleep(30)
    }
    counts.acknowledged += 1
    if (counts.acknowledged % 3 === 0)
      await call('PUT', '/account', { id: 1, timeZone: counts.acknowledged % 2 === 0 ? 'Asia/Tokyo' : 'UTC' })
  }
}

interface Bounds {
  readonly atLeast: number
  readonly atMost: number
}

/** Restores a backup and compares what both stores hold. */
const assertOneInstant = async (backup: string, { atLeast, atMost }: Bounds): Promise<void> => {
  const DATA_DIR = join(root, 'restored')
  expect(await callCommand(DATA_DIR, 'restore', backup)).toMatchObject({ code: 0 })
  const [rows = [], versions = []] = await readClosedFile(join(DATA_DIR, 'warehouse', '1.duckdb'), [
    'SELECT service_id FROM orders ORDER BY 1',
    'SELECT max(version)::INTEGER FROM data_version',
  ])
  const read = async (sql: string): Promise<unknown[]> =>
    (await runSql({ DATA_DIR }, sql)).rows.map((row) => Object.values(row)[0])
  const withRows = rows.flat()
  const services = await read('select id from services')
  const imported = await read("select service_id from service_runs where status = 'succeeded'")
  expect(services).toEqual(expect.arrayContaining(withRows))
  expect(withRows).toEqual(expect.arrayContaining(imported))
  expect(versions.flat()).toEqual((await read('select data_version from account_data')).map(Number))
  expect(withRows.length).toBeGreaterThanOrEqual(atLeast)
  expect(withRows.length).toBeLessThanOrEqual(atMost)
  expect(new Set(withRows).size).toBe(withRows.length)
  await rm(DATA_DIR, { recursive: true })
}

const figures = { kills: 0, whileBackedUp: 0, completed: 0, refused: 0 }

const killBackup = async (round: number): Promise<void> => {
  const server = startServerProcess({ dataDir, env: { LOG_LEVEL: 'silent', RATE_LIMITS: 'off' } })
  const address = await server.ready()
  let isDead = false
  const earlier = counts.acknowledged
  const writing = write(address).catch((error: unknown) => {
    if (!isDead) throw error
  })
  await Promise.race([writing, vi.waitFor(() => expect(counts.acknowledged).toBeGreaterThan(earlier), WAIT)])
  const backup = join(root, `running-${round}`)
  const atLeast = counts.acknowledged
  const command = startCommand(dataDir, 'backup', backup)
  await sleep(800 + Math.random() * LONGEST_BACKUP_MS)
  isDead = true
  server.kill('SIGKILL')
  figures.kills += 1
  const { output } = await command.ended
  await writing
  if (!existsSync(backup)) {
    figures.whileBackedUp += 1
    expect(output.trim().split('\n')).toHaveLength(1)
    return
  }
  figures.completed += 1
  await assertOneInstant(backup, { atLeast, atMost: counts.begun })
  expect(await callCommand(dataDir, 'drill', backup)).toMatchObject({ code: 0 })
}

const killRestore = async (round: number): Promise<void> => {
  const backup = join(root, `stopped-${round}`)
  expect(await callCommand(dataDir, 'backup', backup)).toMatchObject({ code: 0 })
  const target = join(root, `killed-${round}`)
  const { child, ended } = startCommand(target, 'restore', backup)
  await sleep(500 + Math.random() * LONGEST_RESTORE_MS)
  child.kill('SIGKILL')
  figures.kills += 1
  await ended
  if (existsSync(join(target, 'restore-unfinished'))) {
    figures.refused += 1
    expect(await callCommand(target, 'restore', backup)).toMatchObject({
      code: 1,
      output: expect.stringContaining('did not finish'),
    })
  }
  await stopLeftPostgres(target)
  // The initdb of the killed process may still write.
  await rm(target, { recursive: true, force: true, maxRetries: 20 })
  await assertOneInstant(backup, { atLeast: counts.acknowledged, atMost: counts.begun })
}

test('what is restored after kills of backups and restores is of one instant', async () => {
  copyInstallation(dataDir)
  expect(await callCommand(dataDir, 'account', USER.email, '--password', USER.password)).toMatchObject({ code: 0 })
  for (let round = 1; round <= ROUNDS; round += 1) {
    await killBackup(round)
    await killRestore(round)
    for (const name of await readdir(root))
      if (name !== 'data') await rm(join(root, name), { recursive: true, force: true })
  }
  process.stdout.write(`${JSON.stringify({ ...figures, ...counts })}\n`)
  expect(figures.kills).toBe(2 * ROUNDS)
})
