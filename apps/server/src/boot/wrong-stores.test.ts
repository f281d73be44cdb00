import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#domain/clock.ts'
import { compose } from '#server/container.ts'
import { dataPaths } from '#server/data-dir.ts'
import { openPool } from '#server/db/database.ts'
import { openPostgres } from '#server/db/open.ts'
import { assertUsable } from '#server/db/owner-lock.ts'
import { parseEnv } from '#server/env.ts'
import { systemIds } from '#server/runtime.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { type ClickHouseServer, startClickHouse } from '#testkit/clickhouse/start-server.ts'
import { startTestDatabase } from '#testkit/test-database.ts'

const database = await startTestDatabase()
const { user } = database.connection
const log = pino({ enabled: false })
const root = await mkdtemp(join(tmpdir(), 'cuvee-wrong-'))
const paths = dataPaths(root)
afterAll(async () => {
  await database.drop()
  await rm(root, { recursive: true, force: true })
})

/** The URL of the test database with a part replaced. */
const urlWith = (part: RegExp | string, text: string) => database.url.replace(part, text)

test.each([
  ['a wrong password', urlWith(/:[^:@]+@/, ':wrong@'), `password authentication failed for user "${user}"`],
  ['an unknown user', urlWith(user, 'nobody'), 'password authentication failed for user "nobody"'],
  ['an unknown database', urlWith(database.connection.database, 'nowhere'), 'database "nowhere" does not exist'],
  ['an address where nothing listens', 'postgres://cuvee@127.0.0.1:9/cuvee', 'connect ECONNREFUSED 127.0.0.1:9'],
  ['a name that does not exist', 'postgres://cuvee@db.invalid/cuvee', 'getaddrinfo ENOTFOUND db.invalid'],
])('names %s of PostgreSQL in one line', async (_rule, DATABASE_URL, reason) => {
  const opened = openPostgres({ env: { DATABASE_URL }, paths, log, onOwnerLost: () => undefined })
  await expect(opened).rejects.toMatchObject({
    name: 'StartFailure',
    message: `DATABASE_URL cannot be used: ${reason}`,
  })
})

test.each([
  [{ version: 140_012, mayCreate: true }, 'PostgreSQL 14 is too old: 15 or newer is needed'],
  [{ version: 170_000, mayCreate: false }, 'its user may not create tables: make the user the owner of the database'],
])('names a PostgreSQL that cannot serve: %j', (answer, reason) => {
  expect(() => assertUsable(answer)).toThrow(reason)
})

onClickHouse('a ClickHouse that is wrong at the start', () => {
  let server: ClickHouseServer
  beforeAll(async () => {
    server = await startClickHouse({ user: 'cuvee', password: 'Barrel & "Stave"' })
  })
  afterAll(() => server.close())

  const start = async (settings: Readonly<Record<string, string>>) => {
    const pool = openPool({ connection: database.connection, log, max: 2 })
    onTestFinished(() => pool.end())
    const keys = { session: Buffer.alloc(32, 1), master: Buffer.alloc(32, 2), retiredMaster: null }
    const access = { CLICKHOUSE_USER: 'cuvee', CLICKHOUSE_PASSWORD: 'Barrel & "Stave"', CLICKHOUSE_URL: server.url }
    const env = parseEnv({ NODE_ENV: 'test', DATA_DIR: paths.root, ...access, ...settings })
    const shared = { clock: systemClock, ids: systemIds, log, pool, keys, publicUrl: 'http://cuvee.test' }
    return compose({ ...shared, env, paths })
  }

  /** Answers everything with the same. */
  const answering = async (status: number, body: string): Promise<string> => {
    const other = createServer((_request, response) => response.writeHead(status).end(body))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const address = other.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  test.each([
    [
      'password',
      { CLICKHOUSE_PASSWORD: 'wrong' },
      /^CLICKHOUSE_USER or CLICKHOUSE_PASSWORD cannot be used: Authentication failed/,
    ],
    [
      'database',
      { CLICKHOUSE_DATABASE: 'nowhere' },
      /^CLICKHOUSE_DATABASE cannot be used: Database nowhere does not exist/,
    ],
    [
      'address',
      { CLICKHOUSE_URL: 'http://127.0.0.1:9' },
      /^CLICKHOUSE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:9$/,
    ],
    ['certificate', { CLICKHOUSE_CA: '/nowhere/ca.pem' }, /^CLICKHOUSE_CA cannot be used: ENOENT/],
  ])('its %s is named in one line', async (_setting, settings, message) => {
    await expect(start(settings)).rejects.toMatchObject({
      name: 'StartFailure',
      message: expect.stringMatching(message),
    })
  })

  test.each([
    [
      'a version that lacks settings',
      404,
      'Code: 115. DB::Exception: Setting x is neither a builtin setting nor started with the prefix. (UNKNOWN_SETTING)',
      'CLICKHOUSE_URL cannot be used: ClickHouse is too old: 25.4 or later is needed',
    ],
    [
      'another program',
      200,
      '<html>\n<h1>Welcome</h1></html>',
      expect.stringMatching(/^CLICKHOUSE_URL cannot be used: Unexpected token '<'.*$/),
    ],
  ])('%s is named in one line', async (_rule, status, body, message) => {
    await expect(start({ CLICKHOUSE_URL: await answering(status, body) })).rejects.toMatchObject({
      name: 'StartFailure',
      message,
    })
  })
})
