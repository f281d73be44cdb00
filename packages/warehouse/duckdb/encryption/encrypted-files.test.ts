import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { controlTotalsOfFile } from '../backup/control-totals.ts'
import { accountPaths } from '../paths.ts'
import { customerRow, lineRow, orderRow } from '../sample-rows.fixture.ts'
import { everythingStored, type TestWarehouse, testWarehouse } from '../test-warehouse.fixture.ts'
import { memoryKeys, newKey } from './memory-keys.fixture.ts'
import { isEncrypted } from './open-database.ts'
import type { TurnedOver } from './turn-overs.ts'

const BLOCK = 262_144
const SECRETS = ['Ada Lovelace', 'ada@lovelace.example', 'Grace Hopper']
const customers = [
  customerRow({ name: 'Ada Lovelace', email: 'ada@lovelace.example' }),
  customerRow({ source_id: 'c2', name: 'Grace Hopper' }),
]

/** A warehouse with orders and customers in account 1, closed with its last load still in the log. */
const filled = async (options: Parameters<typeof testWarehouse>[0] = {}): Promise<TestWarehouse> => {
  const filling = await testWarehouse(options)
  await filling.load({ customers: customers.slice(0, 1) })
  await filling.load({ customers: customers.slice(1), orders: [orderRow()], order_lines: [lineRow()] })
  return filling
}

/** Which of the secrets the files below a folder hold, in any byte. */
const secretsIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const contents = await Promise.all(files.map((file) => readFile(file)))
  return SECRETS.filter((secret) => contents.some((content) => content.includes(secret)))
}

const everything = ({ rows }: TestWarehouse) => everythingStored(rows)

test('no byte of an encrypted file, its log and its copies holds what a plain one shows', async () => {
  const plain = await filled()
  expect(await secretsIn(plain.dataDir)).toEqual(SECRETS)
  const keys = memoryKeys()
  const encrypted = await filled({ keys })
  const { file } = accountPaths(encrypted.dataDir, 1)
  expect((await stat(`${file}.wal`)).size).toBeGreaterThan(0)
  const copy = await encrypted.warehouse.copyAccount(1)
  expect(copy).toMatchObject({ key: keys.of(1)[0] })
  expect(await secretsIn(encrypted.dataDir)).toEqual([])
  await encrypted.warehouse.withConnection(1, (connection) => connection.run('CHECKPOINT'))
  expect(await secretsIn(encrypted.dataDir)).toEqual([])
  expect(await controlTotalsOfFile(copy?.file ?? '', copy?.key ?? null)).toMatchObject({ rows: { customers: 2 } })
  expect(await everything(encrypted)).toEqual(await everything(plain))
})

test('rows that a statement spills to disk are encrypted', async () => {
  const spilled = async (options: Parameters<typeof testWarehouse>[0]) => {
    const { warehouse, dataDir } = await testWarehouse({ ...options, maxWaitMs: 60_000 })
    return warehouse.withConnection(1, async (connection) => {
      const name = "'Ada Lovelace ' || md5(i::VARCHAR)"
      await connection.run(`CREATE TEMPORARY TABLE many AS SELECT ${name} AS name FROM range(2000000) t(i)`)
      const { temp } = accountPaths(dataDir, 1)
      const files = await readdir(temp)
      expect(files.length).toBeGreaterThan(0)
      return secretsIn(temp)
    })
  }
  expect(await spilled({})).toEqual(['Ada Lovelace'])
  expect(await spilled({ keys: memoryKeys() })).toEqual([])
})

test('no statement shows the key', async () => {
  const keys = memoryKeys()
  const { warehouse } = await testWarehouse({ keys })
  const shown = await warehouse.withConnection(1, async (connection) => {
    const results: unknown[] = []
    for (const name of ['settings', 'databases', 'tables', 'variables', 'logs'])
      results.push((await connection.runAndReadAll(`SELECT * FROM duckdb_${name}()`)).getRowsJson())
    return JSON.stringify(results)
  })
  expect(shown).toContain('account')
  expect(shown).not.toContain(keys.of(1)[0])
})

test('a file whose key is missing or another is refused by name and stays as it is', async () => {
  const keys = memoryKeys()
  const { warehouse, dataDir } = await filled({ keys })
  await warehouse.close()
  const { file } = accountPaths(dataDir, 1)
  const before = await readFile(file)
  const other = { find: async () => ({ wanted: newKey(), previous: [] }), settle: async () => undefined }
  const others = { find: async () => ({ wanted: newKey(), previous: [newKey()] }), settle: async () => undefined }
  const none = { find: async () => ({ wanted: null, previous: [] }), settle: async () => undefined }
  for (const wrong of [other, others, none, null]) {
    const opened = await testWarehouse({ dataDir, keys: wrong })
    await expect(opened.rows('SELECT 1')).rejects.toMatchObject({
      code: 'account.data_unavailable',
      reason: 'locked',
      message: expect.stringContaining('its file is encrypted and the key is missing'),
    })
    await opened.warehouse.close()
  }
  expect((await readFile(file)).equals(before)).toBe(true)
  const right = await testWarehouse({ dataDir, keys })
  expect(await right.rows('SELECT count(*) FROM customers')).toEqual([[2]])
})

test('F38: a changed byte of an encrypted file is found', async () => {
  const keys = memoryKeys()
  const { warehouse, dataDir } = await filled({ keys, checkpointOnClose: true })
  await warehouse.close()
  const { file } = accountPaths(dataDir, 1)
  const bytes = await readFile(file)
  // Two headers, of which one is in use, and then the blocks.
  const headers = [5000, 9000]
  const blocks = Array.from({ length: Math.floor((bytes.length - 12_288) / BLOCK) }, (_, at) => 12_388 + at * BLOCK)
  for (const offsets of [headers, blocks]) {
    const changed = Buffer.from(bytes)
    for (const at of offsets) changed[at] = (changed[at] ?? 0) ^ 1
    await writeFile(file, changed)
    const opened = await testWarehouse({ dataDir, keys })
    await expect(everything(opened)).rejects.toMatchObject({ code: 'account.data_unavailable', reason: 'damaged' })
    await opened.warehouse.close()
  }
})

test('a plain file is encrypted when it is next opened, its log included, and decrypted when encryption is turned off', async () => {
  const plain = await filled()
  const stored = await everything(plain)
  await plain.warehouse.close()
  const { dataDir } = plain
  const { file } = accountPaths(dataDir, 1)
  expect((await stat(`${file}.wal`)).size).toBeGreaterThan(0)
  const heard: TurnedOver[] = []
  const keys = memoryKeys()
  const onTurnOver = (turned: TurnedOver) => void heard.push(turned)
  const encrypted = await testWarehouse({ dataDir, keys, onTurnOver })
  expect(await everything(encrypted)).toEqual(stored)
  expect([await isEncrypted(file), await secretsIn(dataDir)]).toEqual([true, []])
  expect(await encrypted.warehouse.turnOver(1)).toBe('not needed')
  expect(await encrypted.warehouse.status(1)).toMatchObject({ dataVersion: 2 })
  await encrypted.load({ customers: [customerRow({ source_id: 'c3' })] }, { batchId: 'later' })
  await encrypted.warehouse.close()

  keys.turnOff()
  const decrypted = await testWarehouse({ dataDir, keys, onTurnOver })
  expect(await decrypted.rows('SELECT count(*) FROM customers')).toEqual([[3]])
  expect([await isEncrypted(file), keys.of(1)]).toEqual([false, []])
  expect(heard.map((turned) => [turned.isEncrypted, turned.cause])).toEqual([
    [true, undefined],
    [false, undefined],
  ])
  expect((await readdir(join(dataDir, 'warehouse'))).filter((name) => name.includes('turning'))).toEqual([])
})

test('a new key encrypts the file again, once nobody uses it, and the old key opens it no longer', async () => {
  const keys = memoryKeys()
  const { warehouse, dataDir, rows, load } = await filled({ keys })
  const [old = ''] = keys.of(1)
  keys.rotate(1)
  const begun = await warehouse.beginLoad({
    accountId: 1,
    serviceId: 's1',
    batchId: 'b',
    calendar: { timeZone: 'UTC' },
    mode: 'merge',
  })
  expect(await warehouse.turnOver(1)).toBe('in use')
  await begun.discard()
  expect([await warehouse.turnOver(1), await warehouse.turnOver(1)]).toEqual(['done', 'not needed'])
  expect(keys.of(1)).toHaveLength(1)
  expect(keys.of(1)).not.toContain(old)
  expect(await rows('SELECT count(*) FROM customers')).toEqual([[2]])
  await load({ customers: [customerRow({ source_id: 'c3' })] })
  await warehouse.close()
  const { file } = accountPaths(dataDir, 1)
  await expect(controlTotalsOfFile(file, old)).rejects.toThrow('Wrong encryption key')
  expect(await controlTotalsOfFile(file, keys.of(1)[0] ?? '')).toMatchObject({ rows: { orders: 1 } })
})

test('a file that cannot be turned over is used as it is, and its copies are encrypted', async () => {
  const plain = await filled({ checkpointOnClose: true })
  await plain.warehouse.close()
  const { dataDir } = plain
  const heard: TurnedOver[] = []
  const keys = {
    ...memoryKeys(),
    find: async () => ({ wanted: 'not a key of 32 bytes\0', previous: [] }),
  }
  const opened = await testWarehouse({ dataDir, keys, onTurnOver: (turned) => void heard.push(turned) })
  expect(await opened.rows('SELECT count(*) FROM customers')).toEqual([[2]])
  expect(heard).toMatchObject([{ accountId: 1, isEncrypted: true, cause: expect.any(Error) }])
  expect(await opened.warehouse.turnOver(1)).toBe('failed')
})
