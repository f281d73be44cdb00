import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { AccountUpgrade } from './account-upgrades.ts'
import { SCHEMA_VERSION } from './migrate.ts'
import { readClosedFile, storedVersion, writeOlderFile } from './older-file.fixture.ts'
import { accountPaths } from './paths.ts'
import { customerRow } from './sample-rows.fixture.ts'
import { temporaryFolder, testWarehouse } from './test-warehouse.fixture.ts'

const COUNT = { sql: 'SELECT count(*) FROM order_lines', params: [] }

/** A warehouse with two accounts of an older version; `changes` were made to the file of the first. */
const olderWarehouse = async (changes: readonly string[]) => {
  const dataDir = await temporaryFolder()
  const files = [1, 2].map((accountId) => accountPaths(dataDir, accountId).file)
  const [first = '', second = ''] = files
  await writeOlderFile({ file: first, version: 5, lines: 20, changes })
  await writeOlderFile({ file: second, version: 5, lines: 20 })
  const upgrades: AccountUpgrade[] = []
  const { warehouse, load } = await testWarehouse({ dataDir, onUpgrade: (upgrade) => upgrades.push(upgrade) })
  return { warehouse, load, file: first, upgrades }
}

test('a failed upgrade stops its account with a message, is not repeated at once, and is reported with its cause', async () => {
  const { warehouse, load, file, upgrades } = await olderWarehouse(['DROP TABLE products'])
  const refusal = {
    code: 'server.unavailable',
    status: 503,
    message:
      'This account’s data could not be upgraded to this version of Cuvee and is unavailable. Nothing was lost. Contact support.',
  }
  await expect(warehouse.query(1, COUNT)).rejects.toMatchObject(refusal)
  await expect(warehouse.query(1, COUNT)).rejects.toMatchObject(refusal)
  await expect(load({ customers: [customerRow()] })).rejects.toMatchObject(refusal)
  expect((await warehouse.query(2, COUNT)).rows).toEqual([[20]])
  expect(upgrades).toMatchObject([
    {
      accountId: 1,
      from: 5,
      to: SCHEMA_VERSION,
      cause: { cause: { message: 'Migration 0006-denormalized-columns failed' } },
    },
    { accountId: 2, from: 5, to: SCHEMA_VERSION },
  ])
  expect(upgrades[1]).not.toHaveProperty('cause')
  await warehouse.removeAccount(1)
  expect(existsSync(file)).toBe(false)
})

test('a file that failed to upgrade keeps its rows and its version', async () => {
  const { warehouse, file } = await olderWarehouse(['DROP TABLE products'])
  await expect(warehouse.query(1, COUNT)).rejects.toThrow()
  await warehouse.close()
  expect(await storedVersion(file)).toBe(5)
  expect(await readClosedFile(file, [COUNT.sql])).toEqual([[[20]]])
})

test('refuses the file of a newer release by its version and leaves it unchanged', async () => {
  const newer = SCHEMA_VERSION + 2
  const { warehouse, file, upgrades } = await olderWarehouse([`UPDATE schema_version SET version = ${newer}`])
  const before = await readFile(file)
  const message = `This account’s data was written by a newer version of Cuvee (data version ${newer}; this version knows up to ${SCHEMA_VERSION}). Start the newer version.`
  await expect(warehouse.query(1, COUNT)).rejects.toMatchObject({ code: 'server.unavailable', status: 503, message })
  expect((await warehouse.query(2, COUNT)).rows).toEqual([[20]])
  expect(upgrades[0]).toMatchObject({ accountId: 1, from: newer, cause: { message } })
  await warehouse.close()
  expect((await readFile(file)).equals(before)).toBe(true)
})

test('an upgrade that lasts answers busy, closing ends it, and the next opening completes it', async () => {
  const dataDir = await temporaryFolder()
  await writeOlderFile({ file: accountPaths(dataDir, 1).file, version: 1, lines: 60_000 })
  const { warehouse } = await testWarehouse({ dataDir, maxWaitMs: 50 })
  await expect(warehouse.query(1, COUNT)).rejects.toMatchObject({ code: 'warehouse.busy' })
  const begun = performance.now()
  await warehouse.close()
  expect(performance.now() - begun).toBeLessThan(5000)
  expect(await storedVersion(accountPaths(dataDir, 1).file)).toBeLessThan(SCHEMA_VERSION)
  const { rows } = await testWarehouse({ dataDir, maxWaitMs: 60_000 })
  expect(await rows(COUNT.sql)).toEqual([[60_000]])
  expect(await rows('SELECT sum(lines)::BIGINT FROM lines_by_day')).toEqual([[60_000]])
})
