import { expect } from 'vitest'
import { ROLLUP_NAMES } from '#domain/canonical/rollups.ts'
import type { TestWarehouse } from '../test-warehouse.fixture.ts'
import { rebuildRollups } from './rollups.ts'

/** Rollups that loads kept up to date hold what computing them from all rows gives. */
export const expectCurrentRollups = async ({ warehouse, rows }: TestWarehouse): Promise<void> => {
  const readRollups = () =>
    Promise.all(ROLLUP_NAMES.map(async (name) => [name, await rows(`FROM ${name} ORDER BY ALL`)] as const))
  const refreshed = await readRollups()
  await warehouse.withConnection(1, rebuildRollups)
  expect(refreshed).toEqual(await readRollups())
}
