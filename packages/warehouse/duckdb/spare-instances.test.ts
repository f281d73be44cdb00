import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test, vi } from 'vitest'
import { openDatabase } from './encryption/open-database.ts'
import { SpareInstances } from './spare-instances.ts'
import { temporaryFolder } from './test-warehouse.fixture.ts'

test('as many engines as wanted are made ahead, once nothing is asked for, and none after closing', async () => {
  const create = vi.spyOn(DuckDBInstance, 'create')
  const spares = new SpareInstances(2)
  await vi.waitFor(() => expect(create).toHaveBeenCalledTimes(2), 5_000)
  await Promise.all(create.mock.results.map(({ value }) => value))
  const taken = [await spares.take(), await spares.take()]
  expect(create).toHaveBeenCalledTimes(2)
  taken.push(await spares.take())
  expect(create).toHaveBeenCalledTimes(3)
  expect(new Set(taken).size).toBe(3)
  for (const instance of taken) instance.closeSync()
  spares.close()
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(create).toHaveBeenCalledTimes(3)
})

test('a file is never open twice, and can be opened again once it is closed', async () => {
  const file = `${await temporaryFolder()}/1.duckdb`
  const first = await openDatabase(file, null)
  await expect(openDatabase(file, null)).rejects.toThrow('is open already')
  first.close()
  ;(await openDatabase(file, null)).close()
})
