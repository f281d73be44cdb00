import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mountSmallDisk } from '#testkit/small-disk.ts'
import { customerRow } from './sample-rows.fixture.ts'
import { temporaryFolder, testWarehouse } from './test-warehouse.fixture.ts'

const MIB = 1024 ** 2

/** Rows that compression makes no smaller. */
const bulk = Array.from({ length: 60_000 }, (_, index) => {
  const name = Array.from({ length: 12 }, () => Math.random().toString(36).slice(2)).join('')
  return customerRow({ source_id: `bulk ${index}`, name })
})

test('F6 on a full disk a load fails as storage.full, reads go on, and after space is freed it succeeds (needs the right to mount)', async (context) => {
  const dataDir = await temporaryFolder()
  if (!(await mountSmallDisk(dataDir, 64))) return context.skip('this user may not mount a file system')
  const { load, rows, warehouse } = await testWarehouse({ dataDir })
  await load({ customers: [customerRow({ name: 'kept' })] })
  const ballast = join(dataDir, 'ballast')
  await writeFile(ballast, Buffer.alloc(60 * MIB)).catch(() => undefined)
  await expect(load({ customers: bulk }, { batchId: 'bulk' })).rejects.toMatchObject({
    code: 'storage.full',
    status: 507,
  })
  expect(await rows('SELECT name FROM customers')).toEqual([['kept']])
  expect(await warehouse.hasBatch(1, 'bulk')).toBe(false)
  await rm(ballast)
  expect(await load({ customers: bulk }, { batchId: 'bulk' })).toMatchObject({ changed: true, dataVersion: 2 })
  expect(await rows('SELECT count(*) FROM customers')).toEqual([[bulk.length + 1]])
})

test('F6 no load begins below the minimum of free space', async () => {
  const { load } = await testWarehouse({ minFreeDisk: Number.MAX_SAFE_INTEGER })
  await expect(load({ customers: [customerRow()] })).rejects.toMatchObject({ code: 'storage.full' })
})
