import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, test } from 'vitest'
import { CSV_CELLS } from '../../csv-cells.fixture.ts'
import { openDuckDbWarehouse } from '../open-warehouse.ts'
import { testWarehouse } from '../test-warehouse.fixture.ts'

const { warehouse } = await testWarehouse({}, afterAll)

const write = (sql: string, moneyColumns: readonly number[] = [], moneyDigits = 2) =>
  warehouse.writeCsv(1, { statement: { sql, params: [] }, moneyColumns, moneyDigits })

const fileOf = async (sql: string, moneyColumns: readonly number[] = [], moneyDigits = 2) =>
  text((await write(sql, moneyColumns, moneyDigits)).content)

const leftBehind = async () => readdir(join(await warehouse.stagingFolder(1), 'exports')).catch(() => [])

describe('security 38: what a cell holds', () => {
  test.each(CSV_CELLS)('the text %j is read back as %j', async (given, expected) => {
    const statement = { sql: 'SELECT CAST($1 AS VARCHAR), 1', params: [given] }
    const { content, rows } = await warehouse.writeCsv(1, { statement, moneyColumns: [], moneyDigits: 2 })
    expect([rows, parse(await text(content))]).toEqual([1, [[expected, '1']]])
  })

  test.each([
    ['money: -1999::BIGINT', 2, '-19.99'],
    ['money: 5::BIGINT', 2, '0.05'],
    ['money: -1999::BIGINT', 0, '-1999'],
    ['money: 1234567::BIGINT', 3, '1234.567'],
    ['money: 1998.5::DOUBLE', 2, '19.99'],
    ['money: -0.4::DOUBLE', 2, '0.00'],
    ['money: 900719925474099::BIGINT', 2, '9007199254740.99'],
    ['money: NULL::BIGINT', 2, ''],
    ['-12::BIGINT', 2, '-12'],
    ['-12.0::DOUBLE', 2, '-12'],
    ['0.125::DOUBLE', 2, '0.125'],
    ['12.500::DECIMAL(18,3)', 2, '12.500'],
    ['true', 2, 'true'],
  ])('the number %s with %d digits is written %j and stays a number', async (sql, digits, expected) => {
    const isMoney = sql.startsWith('money: ')
    const written = await fileOf(`SELECT ${sql.replace('money: ', '')}, 1`, isMoney ? [0] : [], digits)
    expect(written).toBe(`${expected},1\n`)
  })
})

test('rows keep the order of the statement, whatever their number', async () => {
  const { content, rows } = await write('SELECT i FROM range(300000) AS t(i) ORDER BY i DESC')
  const lines = (await text(content)).trimEnd().split('\n')
  expect([rows, lines.length]).toEqual([300_000, 300_000])
  expect(lines.every((line, index) => Number(line) === 299_999 - index)).toBe(true)
})

test('leaves no file after reading, dropping or failing', async () => {
  await fileOf('SELECT 1')
  const unread = await write('SELECT 2')
  unread.content.destroy()
  await expect(write('SELECT error(1)')).rejects.toMatchObject({ code: 'warehouse.query_failed' })
  expect(await leftBehind()).toEqual([])
})

test('an aborted export ends immediately and leaves no file', async () => {
  const stop = new AbortController()
  const statement = { sql: 'SELECT sum(a.i * b.i) FROM range(300000) a(i), range(300000) b(i)', params: [] }
  const running = warehouse.writeCsv(1, { statement, moneyColumns: [], moneyDigits: 2 }, { signal: stop.signal })
  setTimeout(() => stop.abort(new Error('left')), 50)
  await expect(running).rejects.toThrow('left')
  expect(await leftBehind()).toEqual([])
})

test.each(["SELECT 1) TO '/tmp/elsewhere.csv' --", 'DELETE FROM orders', 'SELECT 1; SELECT 2'])(
  '#37 only one SELECT can be exported: %s',
  async (sql) => {
    await expect(write(sql)).rejects.toMatchObject({ code: 'warehouse.query_failed' })
    expect(await leftBehind()).toEqual([])
  },
)

test('the next start removes unfinished files of a killed process', async () => {
  const other = await testWarehouse({}, afterAll)
  const folder = join(other.dataDir, 'warehouse', 'staging', '7', 'exports')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'half.csv'), 'a,b')
  await other.warehouse.close()
  const again = await openDuckDbWarehouse({ dataDir: other.dataDir })
  expect(await readdir(join(other.dataDir, 'warehouse', 'staging', '7'))).toEqual([])
  await again.close()
})

test('the rows are those of one data version', async () => {
  const { dataVersion, content } = await write('SELECT 1')
  content.destroy()
  expect(dataVersion).toBe((await warehouse.status(1)).dataVersion)
})
