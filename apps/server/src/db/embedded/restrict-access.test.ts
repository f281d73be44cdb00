import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { takeOwnerLock } from '#server/db/owner-lock.ts'
import { isFullLane } from '#testkit/lane.ts'
import { launchPostgres } from './launch.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { passwordFile } from './restrict-access.ts'

const FAST = { fsync: 'off' }

const newCluster = async () => {
  const root = await mkdtemp(join(tmpdir(), 'cuvee-access-'))
  const paths = { root, postgres: join(root, 'postgres') }
  const connection = await launchPostgres(paths, FAST)
  onTestFinished(async () => {
    await stopPostmaster(paths.postgres)
    await rm(connection.host, { recursive: true, force: true })
    await rm(root, { recursive: true, force: true })
  })
  return { paths, connection }
}

const rulesOf = (dataDir: string) => join(dataDir, 'pg_hba.conf')

/** Gives the cluster what earlier releases had: every connection is trusted. */
const trustEverybody = async (dataDir: string) => {
  await writeFile(rulesOf(dataDir), 'local all all trust\n')
  await rm(passwordFile(dataDir))
  const postmaster = await findPostmaster(dataDir)
  if (postmaster) process.kill(postmaster.pid, 'SIGHUP')
}

const run = async (config: pg.ClientConfig, statement = 'select 1'): Promise<unknown> => {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return (await client.query(statement)).rows[0]
  } finally {
    await client.end()
  }
}

test('every connection needs the password, which only the owner of the data directory can read', async () => {
  const { paths, connection } = await newCluster()
  await expect(run({ ...connection, password: '' })).rejects.toThrow(/password/)
  await expect(run({ ...connection, password: 'guess' })).rejects.toMatchObject({ code: '28P01' })
  expect(await run(connection)).toBeDefined()
  const rules = (await readFile(rulesOf(paths.postgres), 'utf8')).split('\n').filter((line) => /^\w/.test(line))
  expect(rules).toEqual(['local all all scram-sha-256'])
  const modes = [passwordFile(paths.postgres), rulesOf(paths.postgres), connection.host].map(
    async (path) => (await stat(path)).mode & 0o777,
  )
  expect(await Promise.all(modes)).toEqual([0o600, 0o600, 0o700])
})

test.runIf(isFullLane)(
  'upgrades a cluster that trusted every connection, stopped or left running by a killed server, and keeps its data',
  async () => {
    const { paths, connection } = await newCluster()
    await run(connection, 'create table kept as select 42 as number')
    await trustEverybody(paths.postgres)
    const running = await launchPostgres(paths, FAST)
    expect(running.password).not.toBe(connection.password)
    await expect(run({ ...running, password: '' })).rejects.toThrow(/password/)
    await stopPostmaster(paths.postgres)
    await trustEverybody(paths.postgres)
    const stopped = await launchPostgres(paths, FAST)
    await expect(run({ ...stopped, password: '' })).rejects.toThrow(/password/)
    expect(await run(stopped, 'select number from kept')).toEqual({ number: 42 })
    expect(await launchPostgres(paths, FAST)).toEqual(stopped)
  },
)

test.runIf(isFullLane)(
  'does not touch a cluster on which a server of an earlier release runs (full lane)',
  async () => {
    const { paths, connection } = await newCluster()
    await trustEverybody(paths.postgres)
    const lock = await takeOwnerLock({ connection, onLost: () => undefined })
    const before = await findPostmaster(paths.postgres)
    const second = await launchPostgres(paths, FAST)
    expect(await findPostmaster(paths.postgres)).toEqual(before)
    await expect(takeOwnerLock({ connection: second, onLost: () => undefined })).rejects.toThrow('in use')
    await lock.release()
  },
)
