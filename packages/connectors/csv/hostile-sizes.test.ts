import { expect, test } from 'vitest'
import { textLines } from '#domain/text-lines.ts'
import { cpuGrowth } from '#testkit/cpu-growth.ts'
import { createCsvNormalizer } from './normalizer.ts'
import { createUtf8Reader } from './utf8.ts'

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
