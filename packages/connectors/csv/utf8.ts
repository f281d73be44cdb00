import { CsvFileError } from './file-problem.ts'

/** Converts the bytes of a text file to UTF-8 without a byte order mark. */
export interface Utf8Reader {
  push(chunk: Uint8Array): Uint8Array
  end(): Uint8Array
}

const NONE = new Uint8Array(0)
const LONGEST_MARK = 4

const startsWith = (bytes: Uint8Array, ...mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte)

const plain = (head: Uint8Array, markLength: number): { reader: Utf8Reader; first: Uint8Array } => ({
  reader: { push: (chunk) => chunk, end: () => NONE },
  first: head.subarray(markLength),
})

/** UTF-16, which Excel calls "Unicode text"; only a byte order mark identifies it reliably. */
const transcoding = (
  encoding: 'utf-16le' | 'utf-16be',
  head: Uint8Array,
): { reader: Utf8Reader; first: Uint8Array } => {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decode = (chunk: Uint8Array | undefined): Uint8Array => {
    try {
      return Buffer.from(chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode())
    } catch {
      const message = 'The file begins as UTF-16 and is damaged. Save the file as UTF-8'
      throw new CsvFileError({ line: null, column: null, value: null, message })
    }
  }
  const reader: Utf8Reader = { push: decode, end: () => decode(undefined) }
  return { reader, first: decode(head) }
}

const choose = (head: Uint8Array): { reader: Utf8Reader; first: Uint8Array } => {
  if (startsWith(head, 0xff, 0xfe)) return transcoding('utf-16le', head)
  if (startsWith(head, 0xfe, 0xff)) return transcoding('utf-16be', head)
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) {
    const message = 'This is a workbook or a zip file. Save the sheet as CSV (UTF-8)'
    throw new CsvFileError({ line: null, column: null, value: null, message })
  }
  return plain(head, startsWith(head, 0xef, 0xbb, 0xbf) ? 3 : 0)
}

/** UTF-8 passes through, UTF-16 with a byte order mark is transcoded; workbooks are rejected with `CsvFileError`. */
export const createUtf8Reader = (): Utf8Reader => {
  let head: Uint8Array | null = NONE
  let inner: Utf8Reader | null = null
  const begin = (bytes: Uint8Array): Uint8Array => {
    head = null
    const { reader, first } = choose(bytes)
    inner = reader
    return first
  }
  return {
    push: (chunk) => {
      if (inner !== null) return inner.push(chunk)
      head = Buffer.concat([head ?? NONE, chunk])
      return head.length < LONGEST_MARK ? NONE : begin(head)
    },
    end: () => {
      const first = inner === null ? begin(head ?? NONE) : NONE
      return Buffer.concat([first, inner?.end() ?? NONE])
    },
  }
}
