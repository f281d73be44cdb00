import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isFullLane, sample } from '#testkit/lane.ts'
import { type ServerProcess, startServerProcess } from '#testkit/server-process.ts'
import { copyInstallation } from '#testkit/test-database.ts'
import { findPostmaster, stopPostmaster } from './db/embedded/postmaster.ts'
import { passwordFile } from './db/embedded/restrict-access.ts'

// Starts whole servers, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let dataDir: string
const servers: ServerProcess[] = []

const makeDataDir = async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cuvee-main-'))
}

const removeServers = async () => {
  for (const server of servers.splice(0)) {
    server.kill('SIGKILL')
    await server.exited()
  }
  const postmaster = await findPostmaster(postgresDir())
  await stopPostmaster(postgresDir())
  if (postmaster) await rm(postmaster.socketDir, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}

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

// Each start takes two seconds, so these tests go on with the server of the one before.
describe('a server whose data directory is in use', () => {
  let server: ServerProcess | null = null
  let address = ''
  beforeAll(makeDataDir)
  afterAll(removeServers)

  test('F1: restarts quickly on the running PostgreSQL after a kill, and keeps all acknowledged data', async () => {
    copyInstallation(dataDir)
    const firstBegun = performance.now()
    const first = start()
    const firstAddress = await first.ready()
    const firstStart = performance.now() - firstBegun
    expect(await register(firstAddress, 'kept@winery.example')).toBe(200)
    const before = await findPostmaster(postgresDir())
    first.kill('SIGKILL')
    await first.exited()
    const begun = performance.now()
    server = start()
    address = await server.ready()
    // Five seconds on an idle machine; on a busy one, relative to the first start.
    expect(performance.now() - begun).toBeLessThan(Math.max(5_000, 2 * firstStart))
    expect((await findPostmaster(postgresDir()))?.pid).toBe(before?.pid)
    expect(await register(address, 'kept@winery.example')).toBe(409)
  })

  test('F5: rejects a second server on the same data directory without affecting the first', async () => {
    const second = start()
    expect(await second.exited()).toBe(1)
    expect(second.output()).toBe(`Cuvee cannot start: data directory is in use (pid ${server?.pid})\n`)
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
  })

  test.runIf(isFullLane)('reports a port in use in one line (full lane)', async () => {
    const other = await mkdtemp(join(tmpdir(), 'cuvee-main-'))
    copyInstallation(other)
    const second = startServerProcess({ dataDir: other, env: { PORT: new URL(address).port } })
    expect(await second.exited()).toBe(1)
    expect(second.output()).toContain(`port ${new URL(address).port} is in use`)
    expect(second.output()).not.toContain('"stack"')
    expect(await findPostmaster(join(other, 'postgres'))).toBeNull()
    await rm(other, { recursive: true, force: true })
  })

  test('F8: restarts PostgreSQL when it is killed, and continues serving', async () => {
    const postmaster = await findPostmaster(postgresDir())
    if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
    const statuses = new Set<number>()
    const deadline = performance.now() + 60_000
    let last = 0
    while (performance.now() < deadline && (statuses.size < 2 || last !== 200)) {
      last = (await fetch(`${address}/readyz`)).status
      statuses.add(last)
      await sleep(10)
    }
    expect([...statuses].toSorted()).toEqual([200, 503])
    expect(await register(address, 'after@winery.example')).toBe(200)
  })

  test.runIf(isFullLane)(
    'F9: on SIGTERM, ends in time although a client does not read its answers (full lane)',
    async () => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1').pause()
      socket.on('error', () => undefined)
      // More than the buffers of the operating system hold.
      socket.write('GET /api/openapi.json HTTP/1.1\r\nhost: cuvee\r\n\r\n'.repeat(500))
      await sleep(1_000)
      const begun = performance.now()
      server?.kill('SIGTERM')
      expect(await server?.exited()).toBe(0)
      expect(performance.now() - begun).toBeLessThan(10_000)
      socket.destroy()
      server = start()
      address = await server.ready()
    },
  )

  test('F9: on SIGTERM, completes requests in flight, exits with 0 and leaves no process behind', async () => {
    const outcomes = Array.from({ length: 20 }, async (_, index) => register(address, `drain-${index}@winery.example`))
    await Promise.race(outcomes)
    server?.kill('SIGTERM')
    expect(await server?.exited()).toBe(0)
    expect(await findPostmaster(postgresDir())).toBeNull()
    const settled = await Promise.allSettled(outcomes)
    const refused = (outcome: PromiseSettledResult<number>) =>
      outcome.status === 'rejected' || outcome.value === 200 || outcome.value === 429
    expect(settled.every(refused)).toBe(true)
  })

  test('security 35, F9: refuses to start without its key file', async () => {
    const keys = join(dataDir, 'keys.json')
    const kept = await readFile(keys)
    expect((await stat(keys)).mode & 0o077).toBe(0)
    await rm(keys)
    const second = start()
    expect(await second.exited()).toBe(1)
    expect(second.output()).toMatch(/^Cuvee cannot start: .*keys\.json is missing: bring it back from a backup/m)
    await writeFile(keys, kept, { mode: 0o600 })
  })

  test('F9: starts with all data when the key file is restored; logs an uncaught exception and exits with 1', async () => {
    const fault = "process.once('SIGUSR2',()=>{throw%20new%20Error('out%20of%20luck')})"
    const crashing = start({ env: { NODE_OPTIONS: `--import=data:text/javascript,${fault}` } })
    const signedIn = await fetch(`${await crashing.ready()}/api/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'password', username: 'kept@winery.example', password: 'Barrel&Stave7' }),
    })
    expect(signedIn.status).toBe(200)
    crashing.kill('SIGUSR2')
    expect(await crashing.exited()).toBe(1)
    const lines = crashing
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 'fatal', err: expect.objectContaining({ message: 'out of luck' }) }),
    )
  })
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

const isRoot = userInfo().uid === 0
const hasSetpriv = spawnSync('setpriv', ['--version']).status === 0

describe('a server on a directory of its own', () => {
  beforeEach(makeDataDir)
  afterEach(removeServers)

  test.runIf(isFullLane)('recovers when PostgreSQL was killed as well (full lane)', async () => {
    copyInstallation(dataDir)
    const first = start()
    await register(await first.ready(), 'kept@winery.example')
    const postmaster = await findPostmaster(postgresDir())
    first.kill('SIGKILL')
    if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
    await first.exited()
    const address = await start().ready()
    expect(await register(address, 'kept@winery.example')).toBe(409)
  })

  test.each(sample(Object.entries(DAMAGES), 1))(
    'F38: refuses to start on a database %s, and never recreates it',
    async (_what, damage) => {
      copyInstallation(dataDir)
      await damage()
      const { ino, size } = await stat(pgControl())
      const second = start()
      expect(await second.exited()).toBe(1)
      expect(second.output()).toContain('Cuvee cannot start: PostgreSQL did not start')
      expect(await stat(pgControl())).toMatchObject({ ino, size })
    },
  )

  test('F38: refuses to start when the database directory contains other files', async () => {
    await mkdir(postgresDir())
    await writeFile(join(postgresDir(), 'holiday.jpg'), '')
    const server = start()
    expect(await server.exited()).toBe(1)
    expect(server.output()).toContain('is not a PostgreSQL directory')
    expect(await readdir(postgresDir())).toEqual(['holiday.jpg'])
  })

  test.runIf(isFullLane)('creates a database and restricts the key file to its owner (full lane)', async () => {
    const server = start()
    await server.ready()
    const handle = await open(join(dataDir, 'keys.json'))
    expect((await handle.stat()).mode & 0o077).toBe(0)
    await handle.close()
    expect(await readFile(join(postgresDir(), 'PG_VERSION'), 'utf8')).toMatch(/^1[5-9]|2\d/)
  })

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

  test.runIf(isFullLane && isRoot)(
    'starts as root where namespaces are forbidden (full lane; needs root)',
    async () => {
      const server = start({ env: { PATH: '/nonexistent' } })
      const address = await server.ready()
      expect(await register(address, 'handed@winery.example')).toBe(200)
      expect((await stat(postgresDir())).uid).toBe(65_534)
    },
  )

  test.runIf(isFullLane)('uses the PostgreSQL of DATABASE_URL, with the same migrations (full lane)', async () => {
    copyInstallation(dataDir)
    const inner = start()
    await inner.ready()
    const postmaster = await findPostmaster(postgresDir())
    const host = postmaster?.socketDir ?? ''
    const password = await readFile(passwordFile(postgresDir()), 'utf8')
    const admin = new pg.Client({ host, user: 'cuvee', password, database: 'postgres' })
    await admin.connect()
    await admin.query('create database outside')
    await admin.end()
    const other = await mkdtemp(join(tmpdir(), 'cuvee-main-'))
    const url = `postgres://cuvee:${password}@localhost/outside?host=${encodeURIComponent(host)}`
    const outer = startServerProcess({ dataDir: other, env: { DATABASE_URL: url } })
    servers.push(outer)
    expect(await register(await outer.ready(), 'outside@winery.example')).toBe(200)
    expect(await readdir(other)).not.toContain('postgres')
    outer.kill('SIGTERM')
    await outer.exited()
    await rm(other, { recursive: true, force: true })
  })
})
