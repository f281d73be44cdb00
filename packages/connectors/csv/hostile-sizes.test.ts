import { expect, test } from 'vitest'
import { textLines } from '#domain/text-lines.ts'
import { cpuGrowth } from '#testkit/cpu-growth.ts'
import { createCsvNormalizer } from './normalizer.ts'
import { createUtf8Reader } from './utf8.ts'
import { readWorkbook } from './workbook/workbook.ts'

/** As gunzip yields them. */
const CHUNK_BYTES = 16_384

async function* piecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const normalize = async (bytes: Uint8Array, size: number): Promise<void> => {
  const reader = createUtf8Reader()
  const normalizer = createCsvNormalizer()
  for await (const piece of piecesOf(bytes, size)) normalizer.push(reader.push(piece))
}

const readLines = async (bytes: Uint8Array, size: number): Promise<void> => {
  for await (const _ of textLines(piecesOf(bytes, size)));
}

const table = (value: string) => `a,b\n1,${value}`
const MANY = 200_000
/** Of a row that never ends, in pieces of a few bytes. */
const LONG = 30_000

test.each([
  { name: 'blank lines above the header', size: MANY, make: (size: number) => '\n'.repeat(size) },
  { name: 'lines of spaces above the header', size: MANY, make: (size: number) => ' \r\n'.repeat(size / 3) },
  { name: 'blank rows', size: MANY, make: (size: number) => table('\n'.repeat(size)) },
  { name: 'rows of delimiters', size: MANY, make: (size: number) => table(',,,\n'.repeat(size / 4)) },
  { name: 'rows of quotes', size: MANY, make: (size: number) => table(`"${'""'.repeat(100)}",\n`.repeat(size / 205)) },
  {
    name: 'spaces before quotes',
    size: MANY,
    make: (size: number) => table(`${' '.repeat(size / 2)}${'"x'.repeat(size / 4)}\n`),
  },
  { name: 'spaces behind a quote', size: MANY, make: (size: number) => table(`"x"${' '.repeat(size)}y\n`) },
  { name: 'repeated headers', size: MANY, make: (size: number) => table('\na,b'.repeat(size / 4)) },
  { name: 'totals', size: MANY / 2, make: (size: number) => table('\nTotal,1,'.repeat(size / 9)) },
  { name: 'a header in small pieces', size: LONG, piece: 3, make: (size: number) => 'a'.repeat(size) },
  {
    name: 'an open quote in small pieces',
    size: LONG,
    piece: 3,
    make: (size: number) => table(`"${'a\n'.repeat(size / 2)}`),
  },
  {
    name: 'a long line in small pieces',
    size: MANY,
    piece: 30,
    make: (size: number) => 'a'.repeat(size),
    read: readLines,
  },
])(
  'reads $name in time that doubles with their size',
  async ({ size, make, piece = CHUNK_BYTES, read = normalize }) => {
    const growth = await cpuGrowth(
      (length) => Buffer.from(make(length)),
      (bytes) => read(bytes, piece),
      size,
    )
    expect(growth).toBeLessThan(3)
  },
)

/** A sheet with rows 1, `last` - 1 and `last`. */
const readSheet = async (last: number) => {
  const cell = (row: number, text: string) => `<row r="${row}"><c t="str"><v>${text}</v></c></row>`
  const files: Readonly<Record<string, string>> = {
    'xl/workbook.xml': '<workbook><sheet name="A" r:id="r1"/></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="a.xml"/></Relationships>',
    'xl/a.xml': `<worksheet>${cell(1, 'Order')}${cell(2, 'A')}${cell(last, 'B')}</worksheet>`,
  }
  async function* read(name: string) {
    const text = files[name]
    if (text !== undefined) yield Buffer.from(text)
  }
  const [sheet] = await readWorkbook({ names: Object.keys(files), read, close: () => undefined })
  const normalizer = createCsvNormalizer({ isPadded: true, delimiter: ',' })
  const written: Uint8Array[] = []
  let bytes = 0
  for await (const part of sheet?.read() ?? []) {
    bytes += typeof part === 'number' ? 0 : part.length
    written.push(typeof part === 'number' ? normalizer.skip(part) : normalizer.push(part))
  }
  written.push(normalizer.end())
  return { bytes, text: Buffer.concat(written).toString(), lines: normalizer.lines() }
}

test('blank rows of a sheet are counted, not written', async () => {
  expect(await readSheet(1_048_576)).toEqual({ bytes: 10, text: '2,A\n1048576,B\n', lines: 1_048_576 })
  expect(await cpuGrowth((last) => last, readSheet, 1_048_576 / 4)).toBeLessThan(1.5)
})

test('rows keep their numbers below a header that is below blank rows', () => {
  const normalizer = createCsvNormalizer({ isPadded: true, delimiter: ',' })
  const rows = ['Order,Note\n', 'A\n', 'B\n']
  const written = rows.flatMap((row) => [normalizer.skip(500_000), normalizer.push(Buffer.from(row))])
  expect(Buffer.concat([...written, normalizer.end()]).toString()).toBe('1000002,"A",""\n1500003,"B",""\n')
})

test.each([1, 40, 20_000])('rows keep their numbers %i blank rows below the header', (count) => {
  const normalizer = createCsvNormalizer({ isPadded: true, delimiter: ',' })
  const push = (text: string) => normalizer.push(Buffer.from(text))
  const written = [push('Order\n'), normalizer.skip(count), push('A\nB\n'), normalizer.end()]
  expect(Buffer.concat(written).toString()).toBe(`${count + 2},A\n${count + 3},B\n`)
})
