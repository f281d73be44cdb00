import { existsSync } from 'node:fs'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atMachinePace } from '#testkit/machine-pace.ts'
import { AccountFiles } from './account-files.ts'
import { openDatabase } from './encryption/open-database.ts'
import { customerRow } from './sample-rows.fixture.ts'
import { temporaryFolder, testWarehouse } from './test-warehouse.fixture.ts'

const MIB = 1024 ** 2
const ENDLESS = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE (a.range + b.range) % 7 = 3'
const accounts = Array.from({ length: 20 }, (_, index) => index + 1)

test('twenty accounts share a budget of two files, and none reads another’s rows', async () => {
  const { load, warehouse } = await testWarehouse({ memoryBudget: 300 * MIB, maxWaitMs: 30_000 })
  await Promise.all(accounts.map((id) => load({ customers: [customerRow({ name: `of ${id}` })] }, { accountId: id })))
  const names = await Promise.all(
    [...accounts, ...accounts].map((id) => warehouse.query(id, { sql: 'SELECT name FROM customers', params: [] })),
  )
  expect(names.map(({ rows }) => rows)).toEqual([...accounts, ...accounts].map((id) => [[`of ${id}`]]))
})

test('open files stay within the budget together, and the least recently leased one is closed first', async () => {
  const dataDir = await temporaryFolder()
  const files = new AccountFiles({ dataDir, memoryBudget: 128 * MIB, threads: 1, maxWaitMs: 200 })
  const first = await files.lease(1)
  const second = await files.lease(2)
  await expect(files.lease(3)).rejects.toMatchObject({ code: 'warehouse.busy' })
  first.release()
  const third = await files.lease(3)
  await expect(files.lease(1)).rejects.toMatchObject({ code: 'warehouse.busy' })
  for (const lease of [second, third]) lease.release()
  await files.close()
})

test('files that nobody uses count for what they hold, and make room when others are used', async () => {
  const dataDir = await temporaryFolder()
  const files = new AccountFiles({ dataDir, memoryBudget: 192 * MIB, threads: 1, maxWaitMs: 1_000 })
  for (const accountId of accounts.slice(0, 10)) (await files.lease(accountId)).release()
  expect(files.usage).toMatchObject({ opens: 10, openFiles: 10, memory: 80 * MIB })
  const leases = await Promise.all([1, 2, 3].map((accountId) => files.lease(accountId)))
  expect(files.usage).toMatchObject({ opens: 10, openFiles: 3, memory: 192 * MIB })
  await expect(files.lease(4)).rejects.toMatchObject({ code: 'warehouse.busy' })
  for (const lease of leases) lease.release()
  await files.close()
})

test('rows that a load adds count when the file is not in use', async () => {
  const { load, warehouse } = await testWarehouse()
  await load({ customers: [customerRow()] })
  const before = warehouse.usage.memory
  await load({
    customers: Array.from({ length: 5_000 }, (_, id) => customerRow({ source_id: `c${id}`, name: `${id}`.repeat(50) })),
  })
  expect(warehouse.usage.memory - before).toBeGreaterThan(500_000)
})

test('opens a file once for concurrent callers', async () => {
  const files = new AccountFiles({
    dataDir: await temporaryFolder(),
    memoryBudget: 128 * MIB,
    threads: 1,
    maxWaitMs: 200,
  })
  const leases = await Promise.all([files.lease(1), files.lease(1), files.lease(1)])
  expect(new Set(leases.map(({ file }) => file)).size).toBe(1)
  for (const lease of leases) lease.release()
  await files.close()
})

test('work runs although its number of threads could not be set, and the connection for that is given back', async () => {
  const files = new AccountFiles({
    dataDir: await temporaryFolder(),
    memoryBudget: 128 * MIB,
    threads: 1,
    maxWaitMs: 200,
  })
  const { file, release } = await files.lease(1)
  const connection = await file.lend()
  file.giveBack(connection)
  expect(await file.run(async () => 'done', 0)).toBe('done')
  expect(await file.lend()).toBe(connection)
  const threads = () => connection.runAndReadAll("SELECT current_setting('threads')::INTEGER")
  file.giveBack(connection)
  expect((await file.run(threads, 2)).getRows()).toEqual([[2]])
  release()
  await files.close()
})

test('reopens a file that is open with too little memory once it is idle', async () => {
  const files = new AccountFiles({
    dataDir: await temporaryFolder(),
    memoryBudget: 512 * MIB,
    threads: 1,
    maxWaitMs: 2000,
  })
  const small = await files.lease(1)
  const asked = files.lease(1, 256 * MIB)
  small.release()
  const large = await asked
  expect(large.file).not.toBe(small.file)
  large.release()
  await files.close()
})

test('a large file may use a third of the budget, or 512 MiB if that is more, and a small one 64 MiB', async () => {
  const dataDir = await temporaryFolder()
  const limitWithin = async (memoryBudget: number): Promise<unknown> => {
    const files = new AccountFiles({ dataDir, memoryBudget, threads: 1, maxWaitMs: 2000 })
    const { file, release } = await files.lease(1)
    const connection = await file.lend()
    const read = await connection.runAndReadAll("SELECT current_setting('memory_limit')")
    file.giveBack(connection)
    release()
    await files.close()
    return read.getRows()[0]?.[0]
  }
  expect(await limitWithin(3072 * MIB)).toBe('64.0 MiB')
  await truncate(join(dataDir, 'warehouse', '1.duckdb'), 2048 * MIB)
  expect(await limitWithin(1024 * MIB)).toBe('512.0 MiB')
  await truncate(join(dataDir, 'warehouse', '1.duckdb'), 2048 * MIB)
  expect(await limitWithin(3072 * MIB)).toBe('1.0 GiB')
})

test('F7 reopens an invalidated file with all committed data', async () => {
  const { load, warehouse, dataDir } = await testWarehouse()
  await load({ customers: [customerRow()] })
  await warehouse.close()
  const files = new AccountFiles({ dataDir, memoryBudget: 512 * MIB, threads: 1, maxWaitMs: 2000 })
  const broken = await files.lease(1)
  broken.file.noteError(
    new Error('FATAL Error: Failed: database has been invalidated because of a previous fatal error'),
  )
  broken.release()
  const reopened = await files.lease(1)
  expect(reopened.file).not.toBe(broken.file)
  expect(reopened.file.state.dataVersion).toBe(1)
  reopened.release()
  await files.close()
})

test('temporary tables of a lent connection do not outlive it', async () => {
  const { warehouse } = await testWarehouse()
  await warehouse.withConnection(1, async (connection) => {
    await connection.run('CREATE TEMPORARY TABLE orders AS SELECT 1 AS left_behind')
    await connection.run('BEGIN')
  })
  const { rows } = await warehouse.query(1, { sql: 'SELECT count(*) FROM orders', params: [] })
  expect(rows).toEqual([[0]])
})

test('removing an account stops its queries and loads, and deletes its data', async () => {
  const { load, warehouse, dataDir } = await testWarehouse()
  await load({ customers: [customerRow()] })
  await load({ customers: [customerRow()] }, { accountId: 2 })
  const others = join(dataDir, 'warehouse', '2.duckdb')
  const before = await readFile(others)
  await writeFile(join(await warehouse.stagingFolder(1), 'upload.csv'), 'a')
  const running = warehouse.query(1, { sql: ENDLESS, params: [] })
  const calendar = { timeZone: 'UTC' }
  const open = await warehouse.beginLoad({ accountId: 1, serviceId: 's', batchId: 'b', calendar, mode: 'merge' })
  const stopped = expect(running).rejects.toMatchObject({ code: 'server.unavailable' })
  await warehouse.removeAccount(1)
  await stopped
  await expect(open.commit()).rejects.toThrow()
  expect(
    ['1.duckdb', '1.duckdb.wal', 'temp/1', 'staging/1'].filter((name) => existsSync(join(dataDir, 'warehouse', name))),
  ).toEqual([])
  expect((await readFile(others)).equals(before)).toBe(true)
  expect(await warehouse.status(1)).toEqual({ dataVersion: 0, loadedAt: null })
})

test('closing interrupts running statements', async () => {
  const { warehouse } = await testWarehouse()
  const stopped = expect(warehouse.query(1, { sql: ENDLESS, params: [] })).rejects.toMatchObject({
    code: 'server.unavailable',
  })
  await warehouse.query(1, { sql: 'SELECT 1', params: [] })
  const begun = performance.now()
  await warehouse.close()
  await stopped
  expect(performance.now() - begun).toBeLessThan(atMachinePace(3000))
  await expect(warehouse.query(1, { sql: 'SELECT 1', params: [] })).rejects.toMatchObject({
    code: 'server.unavailable',
  })
})

test('F38 rejects a damaged file and leaves it unchanged, never replaces it with an empty one', async () => {
  const { load, warehouse, dataDir } = await testWarehouse()
  await load({ customers: [customerRow()] })
  await warehouse.close()
  const path = join(dataDir, 'warehouse', '1.duckdb')
  const bytes = await readFile(path)
  const damaged = Buffer.concat([Buffer.alloc(4096, 0x5a), bytes.subarray(4096)])
  await writeFile(path, damaged)
  const { warehouse: reopened } = await testWarehouse({ dataDir })
  await expect(reopened.query(1, { sql: 'SELECT 1', params: [] })).rejects.toMatchObject({
    code: 'account.data_unavailable',
  })
  expect((await readFile(path)).equals(damaged)).toBe(true)
  await writeFile(path, bytes)
  expect((await reopened.query(1, { sql: 'SELECT name FROM customers', params: [] })).rows).toEqual([['Ada']])
})

test('a file is never open twice, and can be opened again once it is closed', async () => {
  const file = `${await temporaryFolder()}/1.duckdb`
  const first = await openDatabase(file, null)
  await expect(openDatabase(file, null)).rejects.toThrow('is open already')
  first.close()
  ;(await openDatabase(file, null)).close()
})
