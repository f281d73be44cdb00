import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { customerRow } from './sample-rows.fixture.ts'
import { temporaryFolder, testWarehouse } from './test-warehouse.fixture.ts'

const run = promisify(execFile)
const MIB = 1024 ** 2

/** A file system of 64 MiB in memory, or null where this user may not mount one. */
const smallDisk = async (): Promise<string | null> => {
  const folder = await temporaryFolder()
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]).catch(() => null)
  if (!mounted) return null
  onTestFinished(async () => {
    await run('umount', ['-l', folder])
  })
  return folder
}

/** Rows that compression makes no smaller. */
const bulk = Array.from({ length: 60_000 }, (_, index) => {
  const name = Array.from({ length: 12 }, () => Math.random().toString(36).slice(2)).join('')
  return customerRow({ source_id: `bulk ${index}`, name })
})

test('F6 on a full disk a load fails as storage.full, reads go on, and after space is freed it succeeds (needs the right to mount)', async (context) => {
  const dataDir = await smallDisk()
  if (!dataDir) return context.skip('this user may not mount a file system')
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
