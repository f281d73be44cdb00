import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { type DataPaths, dataPaths, makeDataDirs } from '#server/data-dir.ts'
import { StartFailure } from '#server/runtime.ts'
import { startTestDatabase } from '#testkit/test-database.ts'
import { openPool } from './database.ts'
import { assertSameInstallation as assertSame, renewInstallation } from './installation.ts'

type Parts = Parameters<typeof assertSame>

const OUTSIDE = { DATABASE_URL: 'postgres://db.example.com/cuvee' }

const assertSameInstallation = (pool: Parts[0], paths: Parts[1], env: Parts[2] = OUTSIDE) =>
  assertSame(pool, paths, env)

const newDirectory = async (): Promise<DataPaths> => {
  const root = await mkdtemp(join(tmpdir(), 'cuvee-installation-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const paths = dataPaths(root)
  await makeDataDirs(paths)
  return paths
}

const newDatabase = async () => {
  const database = await startTestDatabase()
  const pool = openPool({ connection: database.connection, log: pino({ enabled: false }), max: 2 })
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
  return pool
}

const addAccount = async (pool: Awaited<ReturnType<typeof newDatabase>>, dataVersion: number): Promise<void> => {
  await pool.query(
    `with added as (insert into accounts (name, account_type, culture, default_culture, time_zone, currency, week_start, created_at, is_trial)
       values ('Winery', 'Estate', 'en-US', 'en-US', 'UTC', 'USD', 'sunday', now(), false) returning id)
     insert into account_data (account_id, key, data_version) select id, 'k', $1 from added`,
    [dataVersion],
  )
}

const addAccountFile = ({ warehouse }: DataPaths) => writeFile(join(warehouse, '1.duckdb'), 'rows')

test('the first start ties directory and database, and later starts find them tied', async () => {
  const [pool, paths] = [await newDatabase(), await newDirectory()]
  await assertSameInstallation(pool, paths)
  await addAccount(pool, 3)
  await addAccountFile(paths)
  await assertSameInstallation(pool, paths)
})

test('a directory refuses any other database, new or of another installation', async () => {
  const paths = await newDirectory()
  await assertSameInstallation(await newDatabase(), paths)
  const other = await newDatabase()
  await expect(assertSameInstallation(other, paths)).rejects.toThrow('belongs to another database')
  await assertSameInstallation(other, await newDirectory())
  await expect(assertSameInstallation(other, paths)).rejects.toThrow(StartFailure)
})

test('a directory of an earlier release is adopted with its accounts, and refused by a database without any', async () => {
  const [pool, paths] = [await newDatabase(), await newDirectory()]
  await addAccountFile(paths)
  await expect(assertSameInstallation(pool, paths)).rejects.toThrow('do not belong together')
  await addAccount(pool, 0)
  await assertSameInstallation(pool, paths)
})

test('a database whose accounts have data refuses an empty directory', async () => {
  const pool = await newDatabase()
  await assertSameInstallation(pool, await newDirectory())
  await addAccount(pool, 1)
  await expect(assertSameInstallation(pool, await newDirectory())).rejects.toThrow('do not belong together')
})

test('a first start that was interrupted before the directory had its id goes on', async () => {
  const [pool, paths] = [await newDatabase(), await newDirectory()]
  await assertSameInstallation(pool, paths)
  await addAccount(pool, 1)
  await rename(paths.installation, `${paths.installation}.new`)
  await assertSameInstallation(pool, paths)
})

test('a restored database does not accept the directory that its backup came from', async () => {
  const [pool, original, restored] = [await newDatabase(), await newDirectory(), await newDirectory()]
  await assertSameInstallation(pool, original)
  await renewInstallation(pool, restored)
  await assertSameInstallation(pool, restored)
  await expect(assertSameInstallation(pool, original)).rejects.toThrow('belongs to another database')
})

test('processes that start together on a new database, each with a directory of its own, belong to one installation', async () => {
  const pool = await newDatabase()
  const directories = await Promise.all([newDirectory(), newDirectory(), newDirectory()])
  await Promise.all(directories.map((paths) => assertSameInstallation(pool, paths)))
  for (const paths of directories) await assertSameInstallation(pool, paths)
})

test('an embedded database that was lost is named, without settings that nobody made', async () => {
  const [tied, untied] = [await newDirectory(), await newDirectory()]
  await assertSameInstallation(await newDatabase(), tied, {})
  await addAccountFile(untied)
  for (const paths of [tied, untied]) {
    const refusal = assertSameInstallation(await newDatabase(), paths, {})
    await expect(refusal).rejects.toThrow(`the database of ${paths.root} is lost: ${paths.postgres} is new`)
    await expect(refusal).rejects.not.toThrow('DATABASE_URL')
  }
})
