import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sampleRows } from '#connectors/sample/sample-rows.fixture.ts'
import { runUntilKilled } from '#testkit/run-until-killed.ts'
import { everythingStored, temporaryFolder, testWarehouse } from './test-warehouse.fixture.ts'

const MOVER = fileURLToPath(new URL('./moving-process.fixture.ts', import.meta.url))
const ZONES = ['UTC', 'Pacific/Auckland', 'America/Los_Angeles']
const ROUNDS = 10
const LONGEST_LIFE_MS = 900

const winery = sampleRows({
  seed: 3,
  today: '2026-06-17',
  orders: 1_000,
  years: 2,
  currency: 'USD',
})

/** The expected rows of the account in a zone: those of a fresh load. */
const freshIn = async (timeZone: string) => {
  const finish: (() => Promise<void>)[] = []
  const { load, rows } = await testWarehouse({}, (one) => finish.unshift(one))
  await load(winery, { calendar: { timeZone } })
  const stored = await everythingStored(rows)
  for (const one of finish) await one()
  return stored
}

/** Opens the account anew, as after a start of the server. */
const inspect = async (dataDir: string) => {
  const finish: (() => Promise<void>)[] = []
  const { rows, warehouse } = await testWarehouse({ dataDir }, (one) => finish.unshift(one))
  const found = { stored: await everythingStored(rows), status: await warehouse.status(1) }
  for (const one of finish) await one()
  return found
}

test(`F30 after ${ROUNDS} kills while rows move to another zone, all rows are in the account's reported zone`, {
  timeout: 240_000,
}, async () => {
  const dataDir = await temporaryFolder()
  const finish: (() => Promise<void>)[] = []
  const first = await testWarehouse({ dataDir }, (one) => finish.unshift(one))
  await first.load(winery, { calendar: { timeZone: 'America/Los_Angeles' } })
  for (const one of finish) await one()
  const expected = new Map<string, Awaited<ReturnType<typeof freshIn>>>()
  for (const zone of ZONES) expected.set(zone, await freshIn(zone))
  let version = 1
  for (let round = 0; round < ROUNDS; round++) {
    // within the first move, and after one that was done
    const life = { beginsAt: 1 + (round % 2), lifeMs: Math.random() * LONGEST_LIFE_MS }
    await runUntilKilled(MOVER, [dataDir, ZONES.join(',')], life)
    const { stored, status } = await inspect(dataDir)
    expect(stored).toEqual(expected.get(status.timeZone ?? ''))
    expect(status.dataVersion).toBeGreaterThanOrEqual(version)
    version = status.dataVersion
  }
  expect(version).toBeGreaterThan(1)
})
