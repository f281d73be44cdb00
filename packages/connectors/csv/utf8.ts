import { isAscii, isUtf8 } from 'node:buffer'
import { fileError } from './file-problem.ts'

type TextEncoding = 'UTF-8' | 'UTF-16' | 'Windows-1252'

/** Converts the bytes of a text file to UTF-8 without a byte order mark. */
export interface Utf8Reader {
  push(chunk: Uint8Array): Uint8Array
  end(): Uint8Array
  /** as far as the file has been read */
  encoding(): TextEncoding
}

const NONE = new Uint8Array(0)
/** Enough to recognize UTF-16 without a byte order mark. */
const HEAD_BYTES = 256

const startsWith = (bytes: Uint8Array, ...mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte)

/** UTF-16, which Excel calls "Unicode text". */
const utf16Reader = (label: 'utf-16le' | 'utf-16be'): Utf8Reader => {
  const decoder = new TextDecoder(label, { fatal: true })
  const decode = (chunk: Uint8Array | undefined): Uint8Array => {
    try {
      return Buffer.from(chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode())
    } catch {
      throw fileError('The file begins as UTF-16 and is damaged. Save the file as UTF-8')
    }
  }
  return { push: decode, end: () => decode(undefined), encoding: () => 'UTF-16' }
}

/** Bytes that Windows-1252 leaves undefined. */
const UNDEFINED_BYTES = [0x81, 0x8d, 0x8f, 0x90, 0x9d]

const fromWindows1252 = (chunk: Uint8Array): Uint8Array => {
  if (UNDEFINED_BYTES.some((byte) => chunk.includes(byte)))
    throw fileError('The text is neither UTF-8 nor Windows-1252. Save the file as UTF-8')
  return Buffer.from(new TextDecoder('windows-1252').decode(chunk))
}

/** Bytes at the end that may begin a character of the next chunk. */
const openBytes = (bytes: Uint8Array): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}

/** Whether the first character beyond ASCII is one of UTF-8; damage after it is a problem of its row. */
const startsAsUtf8 = (bytes: Uint8Array): boolean => {
  const at = bytes.findIndex((byte) => byte >= 0x80)
  return [2, 3, 4].some((length) => isUtf8(bytes.subarray(at, at + length)))
}

/**
 * Text without a byte order mark. It passes through as UTF-8 unless its first characters beyond ASCII are not UTF-8: then all of
 * it is Windows-1252, of which Latin-1 is a part.
 */
const byteReader = (): Utf8Reader => {
  let encoding: TextEncoding | null = null
  let open: Uint8Array = NONE
  const read = (bytes: Uint8Array, isLast: boolean): Uint8Array => {
    if (encoding === 'UTF-8') return bytes
    if (encoding === 'Windows-1252') return fromWindows1252(bytes)
    const all = open.length === 0 ? bytes : Buffer.concat([open, bytes])
    const kept = isLast ? 0 : openBytes(all)
    open = all.subarray(all.length - kept)
    const whole = all.subarray(0, all.length - kept)
    if (isAscii(whole)) return whole
    encoding = startsAsUtf8(whole) ? 'UTF-8' : 'Windows-1252'
    open = NONE
    return encoding === 'UTF-8' ? all : fromWindows1252(all)
  }
  return {
    push: (chunk) => read(chunk, false),
    end: () => read(NONE, true),
    encoding: () => encoding ?? 'UTF-8',
  }
}

const withoutMark = (bytes: Uint8Array): Uint8Array => (startsWith(bytes, 0xef, 0xbb, 0xbf) ? bytes.subarray(3) : bytes)

/** The byte order of UTF-16 without a mark: in text with Latin letters, every other byte is zero. */
const unmarkedUtf16 = (head: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  const zeros = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const most = head.length * 0.35
  if (odd > most && even === 0) return 'utf-16le'
  return even > most && odd === 0 ? 'utf-16be' : null
}

const choose = (head: Uint8Array): Utf8Reader => {
  if (startsWith(head, 0xff, 0xfe)) return utf16Reader('utf-16le')
  if (startsWith(head, 0xfe, 0xff)) return utf16Reader('utf-16be')
  const order = unmarkedUtf16(head)
  return order === null ? byteReader() : utf16Reader(order)
}

/** Recognizes UTF-8, UTF-16 and Windows-1252. */
export const createUtf8Reader = (): Utf8Reader => {
  let head: Uint8Array = NONE
  let inner: Utf8Reader | null = null
  const begin = (bytes: Uint8Array): Uint8Array => {
    head = NONE
    inner = choose(bytes)
    return inner.push(withoutMark(bytes))
  }
  return {
    push: (chunk) => {
      if (inner !== null) return inner.push(chunk)
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      return head.length < HEAD_BYTES ? NONE : begin(head)
    },
    end: () => {
      const first = inner === null ? begin(head) : NONE
      return Buffer.concat([first, inner?.end() ?? NONE])
    },
    encoding: () => inner?.encoding() ?? 'UTF-8',
  }
}
