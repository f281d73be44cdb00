import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isFullLane } from '#testkit/lane.ts'
import { type ServerProcess, startServerProcess } from '#testkit/server-process.ts'
import { findPostmaster, stopPostmaster } from './db/embedded/postmaster.ts'

// Starts whole servers, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let dataDir: string
const servers: ServerProcess[] = []

/** Data directory of a server that was started once and shut down cleanly. */
const installationDir = await mkdtemp(join(tmpdir(), 'cuvee-founded-'))

beforeAll(async () => {
  const server = startServerProcess({ dataDir: installationDir })
  await server.ready()
  server.kill('SIGTERM')
  expect(await server.exited()).toBe(0)
})

afterAll(() => rm(installationDir, { recursive: true, force: true }))

/** Copies that installation, with file owners, so that tests of a later start need not wait for initdb. */
const copyInstallation = () => {
  const { status, stderr } = spawnSync('cp', ['-a', `${installationDir}/.`, dataDir], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cuvee-main-'))
})

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.kill('SIGKILL')
    await server.exited()
  }
  const postmaster = await findPostmaster(postgresDir())
  await stopPostmaster(postgresDir())
  if (postmaster) await rm(postmaster.socketDir, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
})

const postgresDir = () => join(dataDir, 'postgres')

const start = (options: Partial<Parameters<typeof startServerProcess>[0]> = {}): ServerProcess => {
  const server = startServerProcess({ dataDir, ...options })
  servers.push(server)
  return server
}

const register = async (address: string, email: string): Promise<number> => {
  const body = {
    firstName: 'A',
    lastName: 'B',
    email,
    password: 'Barrel&Stave7',
    accountName: 'Kill test',
    culture: 'en-US',
  }
  const response = await fetch(`${address}/api/account/create-account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.status
}

test('F1: restarts quickly on the running PostgreSQL after a kill, and keeps all acknowledged data', async () => {
  copyInstallation()
  const firstBegun = performance.now()
  const first = start()
  const firstAddress = await first.ready()
  const firstStart = performance.now() - firstBegun
  expect(await register(firstAddress, 'kept@winery.example')).toBe(200)
  const before = await findPostmaster(postgresDir())
  first.kill('SIGKILL')
  await first.exited()
  const begun = performance.now()
  const second = start()
  const address = await second.ready()
  // Five seconds on an idle machine; on a busy one, relative to the first start.
  expect(performance.now() - begun).toBeLessThan(Math.max(5_000, 2 * firstStart))
  expect((await findPostmaster(postgresDir()))?.pid).toBe(before?.pid)
  expect(await register(address, 'kept@winery.example')).toBe(409)
})

test.runIf(isFullLane)('recovers when PostgreSQL was killed as well (full lane)', async () => {
  copyInstallation()
  const first = start()
  await register(await first.ready(), 'kept@winery.example')
  const postmaster = await findPostmaster(postgresDir())
  first.kill('SIGKILL')
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
  await first.exited()
  const address = await start().ready()
  expect(await register(address, 'kept@winery.example')).toBe(409)
})

test('F8: restarts PostgreSQL when it is killed, and continues serving', async () => {
  copyInstallation()
  const server = start()
  const address = await server.ready()
  const postmaster = await findPostmaster(postgresDir())
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
  const statuses = new Set<number>()
  const deadline = performance.now() + 60_000
  let last = 0
  while (performance.now() < deadline && (statuses.size < 2 || last !== 200)) {
    last = (await fetch(`${address}/readyz`)).status
    statuses.add(last)
  }
  expect([...statuses].toSorted()).toEqual([200, 503])
  expect(await register(address, 'after@winery.example')).toBe(200)
})

test('F5: rejects a second server on the same data directory without affecting the first', async () => {
  copyInstallation()
  const first = start()
  const address = await first.ready()
  const second = start()
  expect(await second.exited()).toBe(1)
  expect(second.output()).toBe(`Cuvee cannot start: data directory is in use (pid ${first.pid})\n`)
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
})

test('F9: on SIGTERM, completes requests in flight, exits with 0 and leaves no process behind', async () => {
  copyInstallation()
  const server = start()
  const address = await server.ready()
  const outcomes = Array.from({ length: 20 }, async (_, index) => register(address, `drain-${index}@winery.example`))
  await Promise.race(outcomes)
  server.kill('SIGTERM')
  expect(await server.exited()).toBe(0)
  expect(await findPostmaster(postgresDir())).toBeNull()
  const settled = await Promise.allSettled(outcomes)
  const refused = (outcome: PromiseSettledResult<number>) =>
    outcome.status === 'rejected' || outcome.value === 200 || outcome.value === 429
  expect(settled.every(refused)).toBe(true)
})

test('F9: logs an uncaught exception and exits with 1, and the next start has all data', async () => {
  copyInstallation()
  const fault = "process.once('SIGUSR2',()=>{throw%20new%20Error('out%20of%20luck')})"
  const server = start({ env: { NODE_OPTIONS: `--import=data:text/javascript,${fault}` } })
  expect(await register(await server.ready(), 'kept@winery.example')).toBe(200)
  server.kill('SIGUSR2')
  expect(await server.exited()).toBe(1)
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 'fatal', err: expect.objectContaining({ message: 'out of luck' }) }),
  )
  expect(await register(await start().ready(), 'kept@winery.example')).toBe(409)
})

test('reports a port in use in one line', async () => {
  copyInstallation()
  const address = await start().ready()
  const other = await mkdtemp(join(tmpdir(), 'cuvee-main-'))
  const second = startServerProcess({ dataDir: other, env: { PORT: new URL(address).port } })
  expect(await second.exited()).toBe(1)
  expect(second.output()).toContain(`port ${new URL(address).port} is in use`)
  expect(await findPostmaster(join(other, 'postgres'))).toBeNull()
  await rm(other, { recursive: true, force: true })
})

const pgControl = () => join(postgresDir(), 'global', 'pg_control')

const flipByte = async (path: string, at: number): Promise<void> => {
  const file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, at)
  await file.write(Buffer.from([~(byte[0] ?? 0) & 0xff]), 0, 1, at)
  await file.close()
}

const cutLogs = async (): Promise<void> => {
  const folder = join(postgresDir(), 'pg_wal')
  const logs = (await readdir(folder)).filter((name) => /^[\dA-F]{24}$/.test(name))
  for (const name of logs) await truncate(join(folder, name), 8_192)
}

const DAMAGES: Record<string, () => Promise<void>> = {
  'cut short': () => truncate(pgControl(), 100),
  'with a byte flipped': () => flipByte(pgControl(), 120),
  'whose write-ahead log is cut': cutLogs,
}

test.each(Object.entries(DAMAGES))(
  'F38: refuses to start on a database %s, and never recreates it',
  async (_what, damage) => {
    copyInstallation()
    await damage()
    const second = start()
    expect(await second.exited()).toBe(1)
    expect(second.output()).toContain('Cuvee cannot start: PostgreSQL did not start')
    const third = start()
    expect(await third.exited()).toBe(1)
  },
)

test('security 35: refuses to start without its key file, and starts when it is restored', async () => {
  copyInstallation()
  const first = start()
  const address = await first.ready()
  expect(await register(address, 'keys@winery.example')).toBe(200)
  first.kill('SIGTERM')
  await first.exited()
  const keys = join(dataDir, 'keys.json')
  const kept = await readFile(keys)
  await rm(keys)
  const second = start()
  expect(await second.exited()).toBe(1)
  expect(second.output()).toMatch(/^Cuvee cannot start: .*keys\.json is missing: bring it back from a backup/m)
  await writeFile(keys, kept, { mode: 0o600 })
  expect(await register(await start().ready(), 'keys@winery.example')).toBe(409)
})

test('F38: refuses to start when the database directory contains other files', async () => {
  await mkdir(postgresDir())
  await writeFile(join(postgresDir(), 'holiday.jpg'), '')
  const server = start()
  expect(await server.exited()).toBe(1)
  expect(server.output()).toContain('is not a PostgreSQL directory')
  expect(await readdir(postgresDir())).toEqual(['holiday.jpg'])
})

test('restricts the key file to its owner', async () => {
  const server = start()
  await server.ready()
  const handle = await open(join(dataDir, 'keys.json'))
  expect((await handle.stat()).mode & 0o077).toBe(0)
  await handle.close()
  expect(await readFile(join(postgresDir(), 'PG_VERSION'), 'utf8')).toMatch(/^1[5-9]|2\d/)
})

const isRoot = userInfo().uid === 0
const hasSetpriv = spawnSync('setpriv', ['--version']).status === 0

test.runIf(isFullLane && isRoot && hasSetpriv)(
  'starts as an unprivileged user without namespaces (full lane; needs root to become one)',
  async () => {
    await chmod(dataDir, 0o777)
    const server = start({ prefix: ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] })
    const address = await server.ready()
    expect(await register(address, 'plain@winery.example')).toBe(200)
    server.kill('SIGTERM')
    expect(await server.exited()).toBe(0)
  },
)

test.runIf(isFullLane && isRoot)('starts as root where namespaces are forbidden (full lane; needs root)', async () => {
  const server = start({ env: { PATH: '/nonexistent' } })
  const address = await server.ready()
  expect(await register(address, 'handed@winery.example')).toBe(200)
  expect((await stat(postgresDir())).uid).toBe(65_534)
})

test.runIf(isFullLane)('uses the PostgreSQL of DATABASE_URL, with the same migrations (full lane)', async () => {
  copyInstallation()
  const inner = start()
  await inner.ready()
  const postmaster = await findPostmaster(postgresDir())
  const host = postmaster?.socketDir ?? ''
  const admin = new pg.Client({ host, user: 'cuvee', database: 'postgres' })
  await admin.connect()
  await admin.query('create database outside')
  await admin.end()
  const other = await mkdtemp(join(tmpdir(), 'cuvee-main-'))
  const url = `postgres://cuvee@localhost/outside?host=${encodeURIComponent(host)}`
  const outer = startServerProcess({ dataDir: other, env: { DATABASE_URL: url } })
  servers.push(outer)
  expect(await register(await outer.ready(), 'outside@winery.example')).toBe(200)
  expect(await readdir(other)).not.toContain('postgres')
  outer.kill('SIGTERM')
  await outer.exited()
  await rm(other, { recursive: true, force: true })
})
