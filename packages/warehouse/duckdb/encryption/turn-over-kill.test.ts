import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isFullLane, volume } from '#testkit/lane.ts'
import { runUntilKilled } from '#testkit/run-until-killed.ts'
import type { FileKey } from '../../file-store.ts'
import { SCHEMA_VERSION } from '../migrate.ts'
import { writeOlderFile } from '../older-file.fixture.ts'
import { accountPaths } from '../paths.ts'
import { everythingStored, temporaryFolder, testWarehouse } from '../test-warehouse.fixture.ts'
import { newKey } from './memory-keys.fixture.ts'
import { findKey } from './open-database.ts'

const TURNER = fileURLToPath(new URL('./turning-process.fixture.ts', import.meta.url))
const KILLS = volume({ normal: 2, full: 60 })
const LONGEST_LIFE_MS = 1_500

const everything = async (dataDir: string, keys: readonly FileKey[]) => {
  const [wanted = null, ...previous] = keys
  const store = { find: async () => ({ wanted, previous }), settle: async () => undefined }
  const { rows, warehouse } = await testWarehouse({ dataDir, maxWaitMs: 60_000, keys: store })
  const stored = await everythingStored(rows)
  await warehouse.close()
  return stored
}

test(`killed ${KILLS} times while it gets another key, an account's file is whole with the old or the new one`, {
  timeout: 600_000,
}, async () => {
  const dataDir = await temporaryFolder()
  const { file } = accountPaths(dataDir, 1)
  await writeOlderFile({ file, version: SCHEMA_VERSION, lines: 20_000 })
  const whole = await everything(dataDir, [])
  let keys: FileKey[] = []
  const found: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const [current] = keys
    const wanted = newKey()
    keys = [wanted, ...keys]
    await runUntilKilled(TURNER, [dataDir, ...keys], { lifeMs: Math.random() * LONGEST_LIFE_MS })
    const key = await findKey(file, { wanted, previous: keys.slice(1) })
    expect([null, wanted, current], `after ${found}`).toContain(key)
    found.push(key === wanted ? 'new' : 'old')
    keys = key === null ? [] : [key]
  }
  // Some were killed before the copy took the file's name, and some after.
  if (isFullLane) expect(new Set(found)).toEqual(new Set(['old', 'new']))
  const last = newKey()
  expect(await everything(dataDir, [last, ...keys]), found.join()).toEqual(whole)
  const left = await readdir(join(dataDir, 'warehouse'))
  expect(left.filter((name) => name.includes('turning'))).toEqual([])
})
