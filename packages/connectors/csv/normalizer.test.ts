import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvFileError, describeProblem } from './file-problem.ts'
import { type CsvFileReport, createCsvNormalizer } from './normalizer.ts'
import { parseRow } from './row-text.ts'
import { createUtf8Reader } from './utf8.ts'

interface Read {
  readonly report: CsvFileReport
  /** line number and values of each accepted row */
  readonly rows: readonly (readonly string[])[]
}

/** Reads `file` in chunks of `size` bytes. */
const read = (file: string | Uint8Array, size = 1_000_000): Read => {
  const bytes = Buffer.from(file)
  const reader = createUtf8Reader()
  const normalizer = createCsvNormalizer()
  const out: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += size) {
    out.push(Buffer.from(normalizer.push(reader.push(bytes.subarray(at, at + size)))))
  }
  out.push(Buffer.from(normalizer.push(reader.end())), Buffer.from(normalizer.end()))
  const report = normalizer.report()
  return { report, rows: rowsOf(Buffer.concat(out).toString('utf8'), report.delimiter) }
}

const rowsOf = (text: string, delimiter: string): string[][] =>
  // Line breaks inside quotes do not end a row.
  (text.match(/(?:"(?:[^"]|"")*"|[^"\n])+\n/g) ?? []).map((row) => parseRow(row.slice(0, -1), delimiter))

const errorOf = (file: string | Uint8Array): string => {
  try {
    read(file)
  } catch (error) {
    if (error instanceof CsvFileError) return error.message
    throw error
  }
  return 'accepted'
}

test.each([
  [
    'LF',
    'a,b\n1,2\n3,4\n',
    [
      ['2', '1', '2'],
      ['3', '3', '4'],
    ],
  ],
  [
    'CRLF',
    'a,b\r\n1,2\r\n3,4\r\n',
    [
      ['2', '1', '2'],
      ['3', '3', '4'],
    ],
  ],
  [
    'CR',
    'a,b\r1,2\r3,4\r',
    [
      ['2', '1', '2'],
      ['3', '3', '4'],
    ],
  ],
  [
    'mixed line endings, none on the last row',
    'a,b\n1,2\r\n3,4\r5,6',
    [
      ['2', '1', '2'],
      ['3', '3', '4'],
      ['4', '5', '6'],
    ],
  ],
  ['a byte order mark', '\uFEFFa,b\n1,2\n', [['2', '1', '2']]],
  [
    'blank lines',
    '\n\na,b\n\n1,2\n\n\n3,4\n\n',
    [
      ['5', '1', '2'],
      ['8', '3', '4'],
    ],
  ],
  ['semicolons', 'a;b\n1,5;2\n', [['2', '1,5', '2']]],
  ['tabs', 'a\tb\n1\t2\n', [['2', '1', '2']]],
  ['quotes', 'a,b\n"1,0","say ""so"""\n', [['2', '1,0', 'say "so"']]],
  [
    'line breaks in quotes',
    'a,b\n"x\ny\r\nz",2\n3,4\n',
    [
      ['2', 'x\ny\r\nz', '2'],
      ['5', '3', '4'],
    ],
  ],
  ['a quote within an unquoted value', 'a,b\n5" nail,2\n', [['2', '5" nail', '2']]],
  ['quoted header names', '"a, b","c"\n1,2\n', [['2', '1', '2']]],
  ['empty values', 'a,b\n"",x\n', [['2', '', 'x']]],
  [
    'rows of empty values',
    'a,b\n1,2\n,\n"",""\n , \n3,4\n',
    [
      ['2', '1', '2'],
      ['6', '3', '4'],
    ],
  ],
  ['blank values beyond the last column', 'a,b\n1,2,,\n', [['2', '1', '2']]],
  [
    'a repeated header',
    'a,b\n1,2\na,b\n3,4\n',
    [
      ['2', '1', '2'],
      ['4', '3', '4'],
    ],
  ],
  ['titles above the header', 'Sales report\nMarch 2026,\n\na,b,c\nx,1,2\n', [['5', 'x', '1', '2']]],
  [
    'totals',
    'a,b,c\nx,1,2\nTotal,,2\ny,1,2\nGrand total:,,4\n',
    [
      ['2', 'x', '1', '2'],
      ['4', 'y', '1', '2'],
    ],
  ],
  ['a subtotal of a group', 'a,b,c,d\nx,y,1,2\nx,Subtotal,,2\nx Total,,,2\n', [['2', 'x', 'y', '1', '2']]],
  ['sums without a label', 'a,b,c,d,e,f\nx,y,,z,1,2\n,,,,1,2\n', [['2', 'x', 'y', '', 'z', '1', '2']]],
  ['a remark at the end', 'a,b,c\nx,1,2\nGenerated on March 1\n', [['2', 'x', '1', '2']]],
  [
    'names that begin like totals',
    'a,b,c\nTotal Wine,1,2\nSummit,1,2\n',
    [
      ['2', 'Total Wine', '1', '2'],
      ['3', 'Summit', '1', '2'],
    ],
  ],
])('reads %s', (_what, file, rows) => {
  expect(read(file).rows).toEqual(rows)
})

test.each([
  ['an empty file', '', 'Line 1: The file is empty'],
  ['a blank file', '\n \n', 'Line 1: The file is empty'],
  ['a header without rows', 'a,b\n', 'Line 1: The file has a header and no rows'],
  ['an unclosed quote', 'a,b\n1,2\n3,"4\n5,6\n', 'Line 3, column “b”: A quote is opened here and never closed'],
  [
    'a quote left open after a line break',
    'a,b\n"x\ny","4\n5,6\n',
    'Line 3, column “b”: A quote is opened here and never closed',
  ],
  [
    'UTF-8 that is damaged later',
    Buffer.concat([Buffer.from('a,b\n1,Cuvée\n2,'), Buffer.from([0xe9]), Buffer.from('\n')]),
    'Line 3, column “b”: The text is not UTF-8. Save the file as UTF-8',
  ],
  [
    'text in Mac OS Roman',
    Buffer.concat([Buffer.from('a,b\n1,Cuv'), Buffer.from([0x8f]), Buffer.from('e\n')]),
    'The text is neither UTF-8 nor Windows-1252. Save the file as UTF-8',
  ],
  ['an endless row', `a,b\n1,"${'x\n'.repeat(600_000)}`, 'Line 2, column “b”: A quote is opened here and never closed'],
])('rejects %s', (_what, file, message) => {
  expect(errorOf(file)).toBe(message)
})

test.each([
  ['utf16le', '\uFEFF'],
  ['utf16be', '\uFEFF'],
  ['utf16le', ''],
  ['utf16be', ''],
])('F34: reads %s with the byte order mark %j', (encoding, mark) => {
  const little = Buffer.from(`${mark}a,b\n1,Cuvée 🍷\n`, 'utf16le')
  expect(read(encoding === 'utf16le' ? little : little.swap16(), 3).rows).toEqual([['2', '1', 'Cuvée 🍷']])
})

test.each([1, 3, 7, 1_000_000])('reads Windows-1252, of which Latin-1 is a part, in chunks of %d bytes', (size) => {
  const bytes = Buffer.concat([
    Buffer.from('a,b\n1,Ch'),
    Buffer.from([0xe2]),
    Buffer.from('teau '),
    Buffer.from([0x80]),
    Buffer.from('5\n'),
  ])
  expect(read(bytes, size).rows).toEqual([['2', '1', 'Château €5']])
})

test.each([1, 2, 5])('reads UTF-8 whose characters end in the next chunk of %d bytes', (size) => {
  expect(read(`a,b\n${'1,x\n'.repeat(200)}1,Cuvée 🍷\n`, size).rows.at(-1)).toEqual(['202', '1', 'Cuvée 🍷'])
})

test('a column with the name of another one gets a number, which a note says', () => {
  const { report, rows } = read('a,b,a\n1,2,3\n', 65_536)
  expect(report.columns).toEqual(['a', 'b', 'a (2)'])
  expect(report.notes).toEqual(['The header has “a” more than once; column 3 is “a (2)”'])
  expect(rows).toEqual([['2', '1', '2', '3']])
})

test('a row that ends before the last columns has blanks there, unless the file ends within it', () => {
  const { report, rows } = read('a,b,c\n1\n2,3\n4,5,6\n7,8', 65_536)
  expect(rows).toEqual([
    ['2', '1', '', ''],
    ['3', '2', '3', ''],
    ['4', '4', '5', '6'],
  ])
  expect(report.notes).toEqual(['2 rows end before the last column; the missing cells are blank'])
  expect(report.problems.map(describeProblem)).toEqual(['Line 5, column “c”: This row has 2 values, the header has 3'])
})

test.each([1, 3, 65_536])('a line break in quotes behind a space ends no row, in pieces of %d bytes', (size) => {
  expect(read('a,b\n1, "x\ny"\n2,z\n', size).rows).toEqual([
    ['2', '1', 'x\ny'],
    ['4', '2', 'z'],
  ])
})

test('quotes may have spaces around them, and quotes within a text stay', () => {
  const { rows } = read('a, b, c\n1, "x, ""y""" ,2\n3,say "hi, you" now,4\n', 65_536)
  expect(rows[0]).toEqual(['2', '1', 'x, "y"', '2'])
})

test.each([
  ['too many values', 'a,b\n1,2,3\n3,4\n', 'Line 2, column “b”: This row has 3 values, the header has 2'],
  ['a NUL character', 'a,b\n1,x\0y\n3,4\n', 'Line 2, column “b”: The value contains a NUL character'],
  ['a NUL character in quotes', 'a,b\n"\0",2\n3,4\n', 'Line 2, column “a”: The value contains a NUL character'],
  [
    'text after a quote',
    'a,b\n"1"x,2\n3,4\n',
    'Line 2, column “a”: There is text after the closing quote of this value',
  ],
  [
    'a cell of 900 kB',
    `a,b\n${'x'.repeat(900_000)},2\n3,4\n`,
    'Line 2, column “a”: The value is longer than 10,000 bytes',
  ],
])('F35: rejects a row with %s by line and column and reads the others', (_what, file, message) => {
  const { report, rows } = read(file, 65_536)
  expect(report.problems.map(describeProblem)).toEqual([message])
  expect(rows).toEqual([['3', '3', '4']])
  expect([report.rows, report.accepted, report.rejected]).toEqual([2, 1, 1])
})

test.each([
  [
    'two lines, groups above names',
    ',,Sales,,Tax\nOrder,Date,Net,Gross,State\n1,2026-03-01,10,12,CA\n',
    ['Order', 'Date', 'Sales Net', 'Sales Gross', 'Tax State'],
  ],
  ['two lines, units below names', 'Date,Net,Tax\n,(USD),(USD)\n2026-03-01,10,12\n', ['Date', 'Net', 'Tax']],
  ['one line with a blank name', ',Name,Qty\n1,Ann,3\n2,Bob,4\n', ['Column 1', 'Name', 'Qty']],
  [
    'one line above rows of text',
    'Name,Email,\nAnn,ann@a.example,x\nBob,bob@b.example,y\n',
    ['Name', 'Email', 'Column 3'],
  ],
  [
    'a line below titles with another delimiter',
    'Report: sales, net\nOrder;Date;Net\n1;2026-03-01;1,50\n2;2026-03-02;2,50\n',
    ['Order', 'Date', 'Net'],
  ],
])('finds a header of %s', (_what, file, columns) => {
  expect(read(file).report.columns).toEqual(columns)
})

test('names the lines that it leaves out', () => {
  const { report } = read('Sales\nOrder,Date,Net\n1,2026-03-01,10\nOrder,Date,Net\n2,2026-03-02,10\nTotal,,20\n')
  expect(report.notes).toEqual([
    'A line above the header isn’t imported',
    'Line 6 has totals (Total) and isn’t imported',
    'The header is repeated once',
  ])
  expect([report.rows, report.accepted, report.rejected]).toEqual([2, 2, 0])
})

const cell = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', ' ', 'é'), maxLength: 6 }),
)
const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`

test('returns each row unchanged, whatever its cells hold and wherever chunks end', () => {
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }))
  fc.assert(
    fc.property(table, fc.constantFrom('\n', '\r\n'), fc.integer({ min: 1, max: 40 }), (rows, end, size) => {
      const clean = rows.map((row) => row.map((value) => value.replaceAll('\0', '')))
      const header = clean[0]?.map((_, index) => `c${index}`).join(',')
      const file = [header, ...clean.map((row) => row.map(quoted).join(','))].join(end)
      const records = clean.filter((row) => row.some((value) => /[^ ",]/.test(value)))
      if (records.length === 0) expect(errorOf(file)).toBe('Line 1: The file has a header and no rows')
      else expect(read(file, size).rows.map((row) => row.slice(1))).toEqual(records)
    }),
    { numRuns: 300 },
  )
})

const VALID_ROWS = Array.from({ length: 30 }, (_, index) => `${index},"na""me ${index}",${index * 2}.50,"x\ny"`)
const FILE = Buffer.from(`id,name,price,note\r\n${VALID_ROWS.join('\r\n')}\r\n`)

test('rows in = accepted + rejected for files with bytes changed, lost or added', () => {
  const change = fc.record({
    at: fc.nat(FILE.length - 1),
    remove: fc.nat(3),
    insert: fc.uint8Array({ maxLength: 3 }),
  })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 6 }), fc.integer({ min: 1, max: 200 }), (changes, size) => {
      let bytes: Buffer = FILE
      for (const { at, remove, insert } of changes) {
        bytes = Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + remove)])
      }
      try {
        const { report, rows } = read(bytes, size)
        expect(report.accepted + report.rejected).toBe(report.rows)
        expect(rows.length).toBe(report.accepted)
        expect(rows.every((row) => row.length === report.columns.length + 1)).toBe(true)
      } catch (error) {
        if (!(error instanceof CsvFileError)) throw error
      }
    }),
    { numRuns: 500 },
  )
})
