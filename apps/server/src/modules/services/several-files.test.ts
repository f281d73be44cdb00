import { expect, test } from 'vitest'
import { writeXlsx, zipFiles } from '#testkit/odd-files/write-xlsx.ts'
import { csvImports } from './csv-import.fixture.ts'

const { importFile, rows } = await csvImports()

const UTC = { timeZone: 'UTC' }

const FIRST = 'Order ID,Order Date,SKU,Quantity,Unit price\nA,2026-03-01,PN,2,10.00\nB,2026-03-02,CH,1,20.00\n'
const OTHER_ORDER =
  'SKU;Unit price;Quantity;Order ID;Order Date\nRO;5,50;4;C;2026-03-03\n"S;Y";1.000,00;1;D;2026-03-04\n'

const texts = (...files: readonly (string | Uint8Array)[]) =>
  files.map((file) => (typeof file === 'string' ? Buffer.from(file) : file))

const lines = () => rows('SELECT order_source_id, sku, quantity::INTEGER, amount::INTEGER FROM order_lines ORDER BY 1')

const A_AND_B = [
  ['A', 'PN', 2, 2_000],
  ['B', 'CH', 1, 2_000],
]

test('several files are imported as one, whatever the order of their columns and their delimiters', async () => {
  const other = OTHER_ORDER.replace('5,50', '5.50').replace('1.000,00', '1000.00')
  const { accepted, report } = await importFile(texts(FIRST, other), {}, UTC)
  expect([accepted, report.rows]).toEqual([4, 4])
  expect(await lines()).toEqual([...A_AND_B, ['C', 'RO', 4, 2_200], ['D', 'S;Y', 1, 100_000]])
  expect(report.notes).toEqual(['Read together: “1.csv”, “2.csv”'])
})

test('a workbook and a ZIP file can be among several files', async () => {
  const sheet = {
    name: 'Sales',
    rows: [
      ['SKU', 'Order ID', 'Order Date', 'Quantity', 'Unit price'],
      ['RO', 'C', '2026-03-03', '1', '7.00'],
    ],
  }
  const book = await writeXlsx([sheet, { name: 'Notes', rows: [['Written for the board']] }])
  const zip = await zipFiles([['d.csv', 'Order ID,Order Date,SKU,Quantity,Unit price\nD,2026-03-04,SY,1,8.00\n']])
  await importFile(texts(FIRST, book, zip), {}, UTC)
  expect(await lines()).toEqual([...A_AND_B, ['C', 'RO', 1, 700], ['D', 'SY', 1, 800]])
})

test('a bad value names its file and its line there, and nothing is imported', async () => {
  const { problems, report } = await importFile(texts(FIRST, FIRST.replace('1,20.00', 'one,20.00')), {}, UTC)
  expect(report.readTables.map(({ name, linesBefore }) => [name, linesBefore])).toEqual([
    ['1.csv', 0],
    ['2.csv', 3],
  ])
  expect(problems).toMatchObject([{ line: 6, column: 'Quantity', value: 'one' }])
  expect(await lines()).toEqual([])
})

test.each([
  [
    'has other columns',
    FIRST.replace('SKU', 'Wine'),
    '“2.csv”, line 1: The columns aren’t those of the first file: “SKU” is missing',
  ],
  [
    'has a column more',
    FIRST.replace('SKU', 'SKU,Wine').replaceAll('PN', 'PN,x'),
    '“2.csv”, line 1: The columns aren’t those of the first file: “Wine” is added',
  ],
  ['cannot be read', 'A,B\n"open,1\n', '“2.csv”, line 2, column “A”: A quote is opened here and never closed'],
  ['is empty', '', '“2.csv”, line 1: The file is empty'],
])('an upload is refused as a whole when one of its files %s', async (_what, second, message) => {
  await expect(importFile(texts(FIRST, second), {}, UTC)).rejects.toThrow(message)
})

test('the first of several files is named, too, when it cannot be read', async () => {
  await expect(importFile(texts('', FIRST), {}, UTC)).rejects.toThrow('“1.csv”, line 1: The file is empty')
})

test('files of a ZIP file may have their columns in another order', async () => {
  const zip = await zipFiles([
    ['a.csv', FIRST],
    ['b.csv', 'SKU,Unit price,Quantity,Order ID,Order Date\nRO,5.50,4,C,2026-03-03\n'],
  ])
  await importFile(zip, {}, UTC)
  expect(await lines()).toEqual([...A_AND_B, ['C', 'RO', 4, 2_200]])
})
