import { copyFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import { runUntilKilled } from '#testkit/run-until-killed.ts'
import { SCHEMA_VERSION } from './migrate.ts'
import { storedVersion, writeOlderFile } from './older-file.fixture.ts'
import { accountPaths } from './paths.ts'
import { everythingStored, temporaryFolder, testWarehouse } from './test-warehouse.fixture.ts'

const OPENER = fileURLToPath(new URL('./opening-process.fixture.ts', import.meta.url))
const KILLS = volume({ normal: 2, full: 40 })
const LONGEST_LIFE_MS = 700

const everything = async (dataDir: string) => {
  const { rows } = await testWarehouse({ dataDir, maxWaitMs: 60_000 })
  return everythingStored(rows)
}

test(`F4 killed ${KILLS} times during upgrades, a file continues with the step that is missing and ends like one never killed`, {
  timeout: 600_000,
}, async () => {
  const original = accountPaths(await temporaryFolder(), 1).file
  await writeOlderFile({ file: original, version: 1, lines: 10_000 })
  const copied = async () => {
    const dataDir = await temporaryFolder()
    const { file } = accountPaths(dataDir, 1)
    await mkdir(dirname(file), { recursive: true })
    await copyFile(original, file)
    return { dataDir, file }
  }
  const whole = await everything((await copied()).dataDir)
  let target = await copied()
  let reached = 1
  const found: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    await runUntilKilled(OPENER, [target.dataDir], { lifeMs: Math.random() * LONGEST_LIFE_MS })
    const version = await storedVersion(target.file)
    expect(version).toBeGreaterThanOrEqual(reached)
    reached = version
    found.push(version)
    if (version < SCHEMA_VERSION && kill < KILLS - 1) continue
    expect(await everything(target.dataDir), `versions after kills: ${found}`).toEqual(whole)
    if (kill < KILLS - 1) target = await copied()
    reached = 1
  }
})
