import { isUtf8 } from 'node:buffer'
import { CsvFileError, type FileProblem, shownValue } from './file-problem.ts'
import { detectDelimiter, headerEnd, readHeader } from './header-row.ts'
import { MAX_VALUE_BYTES, newRowScan, type RowScan, scanRow } from './row-scan.ts'
import { parseRow, writeRow } from './row-text.ts'

/** Longest row in bytes. A longer one has an unclosed quote or is not CSV. */
export const MAX_ROW_BYTES = 1_000_000
const MAX_PROBLEMS = 100
const FIRST_SAMPLES = 100
const SAMPLE_STRIDE = 500
const MAX_SAMPLES = 1_000

/** Summary of a file after reading it. */
export interface CsvFileReport {
  readonly columns: readonly string[]
  readonly delimiter: string
  /** rows below the header, excluding blank lines: `accepted + rejected` */
  readonly rows: number
  /** well-formed rows; exactly these are in the normalized bytes */
  readonly accepted: number
  readonly rejected: number
  /** the first rejected rows */
  readonly problems: readonly FileProblem[]
  /** some of the accepted rows, including the first ones */
  readonly sample: readonly (readonly string[])[]
}

/**
 * Converts any CSV to the form that the warehouse reads: LF, no header, the same number of values per row, preceded by the
 * physical line number of the row. Works on chunks and buffers at most one row.
 *
 * Database engines guess when they read CSV and lose rows silently; here each row is counted and either passed on or reported as
 * a problem. LF, CRLF and CR end a row. A quote inside an unquoted value is an ordinary character.
 */
export interface CsvNormalizer {
  /** Takes UTF-8 without BOM, returns normalized rows. Throws `CsvFileError` when the whole file cannot be used. */
  push(chunk: Uint8Array): Uint8Array
  /** Returns the last rows; throws like `push`, and if there was no row at all. */
  end(): Uint8Array
  report(): CsvFileReport
}

export const createCsvNormalizer = (): CsvNormalizer => {
  const state = newState()
  return {
    push: (chunk) => consume(state, chunk, false),
    end: () => {
      const rest = consume(state, new Uint8Array(0), true)
      if (state.columns.length === 0) throw fileError(1, 'The file is empty')
      if (state.rows === 0) throw fileError(1, 'The file has a header and no rows')
      return rest
    },
    report: () => ({
      columns: state.columns,
      delimiter: state.delimiter,
      rows: state.rows,
      accepted: state.rows - state.rejected,
      rejected: state.rejected,
      problems: state.problems,
      sample: state.sample,
    }),
  }
}

interface State {
  /** bytes of the incomplete last row */
  carry: Uint8Array
  /** the line on which the next row starts */
  line: number
  /** empty until the header was read */
  columns: readonly string[]
  delimiter: string
  rows: number
  rejected: number
  problems: FileProblem[]
  sample: string[][]
  scan: RowScan
}

const newState = (): State => ({
  carry: new Uint8Array(0),
  line: 1,
  columns: [],
  delimiter: ',',
  rows: 0,
  rejected: 0,
  problems: [],
  sample: [],
  scan: newRowScan(),
})

const consume = (state: State, chunk: Uint8Array, isLast: boolean): Uint8Array => {
  const input = state.carry.length === 0 ? chunk : Buffer.concat([state.carry, chunk])
  const firstLine = state.line
  const rowsStart = state.columns.length === 0 ? consumeHeader(state, input, isLast) : 0
  const out = newOutput(input.length)
  const end = consumeRows(state, input, rowsStart, isLast, out)
  const read = input.subarray(0, end)
  if (!isUtf8(read)) throw notUtf8(state, read, firstLine)
  state.carry = input.subarray(end)
  return out.bytes.subarray(0, out.length)
}

/** Reads blank lines and the header; returns where the rows start, 0 while the header is incomplete. */
const consumeHeader = (state: State, input: Uint8Array, isLast: boolean): number => {
  let start = 0
  let line = 1
  for (;;) {
    const found = headerEnd(input, start)
    if (found < 0 && input.length - start > MAX_ROW_BYTES) throw fileError(line, 'The header is too long')
    // A CR at the end of the bytes may be half of a CRLF.
    if (!isLast && (found < 0 || found === input.length - 1)) return 0
    const end = found < 0 ? input.length : found
    const text = readText(input.subarray(start, end), line)
    const breaks = input[end] === 13 && input[end + 1] === 10 ? 2 : 1
    const next = Math.min(end + breaks, input.length)
    const lines = text.split(/\r\n|\r|\n/).length
    if (text.trim() !== '') {
      state.delimiter = detectDelimiter(text)
      state.columns = readHeader(text, state.delimiter, line)
      state.line = line + lines
      return next
    }
    if (next >= input.length) return 0
    line += lines
    start = next
  }
}

const readText = (bytes: Uint8Array, line: number): string => {
  if (!isUtf8(bytes) || bytes.includes(0)) throw encodingError(line, null)
  return Buffer.from(bytes).toString('utf8')
}

/** Returns where the first incomplete row starts. */
const consumeRows = (state: State, input: Uint8Array, start: number, isLast: boolean, out: Output): number => {
  if (state.columns.length === 0) return 0
  const { scan } = state
  const delimiter = state.delimiter.charCodeAt(0)
  let at = start
  while (at < input.length) {
    if (!scanRow(input, at, delimiter, isLast, scan)) {
      if (isLast || input.length - at > MAX_ROW_BYTES) throw openRow(state)
      return at
    }
    if (scan.end - at > MAX_ROW_BYTES) throw openRow(state)
    if (scan.end > at) takeRow(state, input.subarray(at, scan.end), out)
    state.line += scan.innerLines + 1
    at = scan.next
  }
  return at
}

const takeRow = (state: State, row: Uint8Array, out: Output): void => {
  state.rows++
  const problem = rowProblem(state, row)
  if (problem !== null) {
    state.rejected++
    if (state.problems.length < MAX_PROBLEMS) state.problems.push(problem())
    return
  }
  const { hasLooseQuote } = state.scan
  const values = hasLooseQuote || wantsSample(state) ? parseRow(Buffer.from(row).toString('utf8'), state.delimiter) : []
  if (wantsSample(state)) state.sample.push(values)
  const bytes = hasLooseQuote ? Buffer.from(writeRow(values, state.delimiter)) : row
  appendRow(out, state.line, state.delimiter, bytes)
}

/** The first rows, then some from all over the file: the days of one month do not distinguish `DD/MM` from `MM/DD`. */
const wantsSample = ({ rows, sample }: State): boolean =>
  rows <= FIRST_SAMPLES || (rows % SAMPLE_STRIDE === 0 && sample.length < MAX_SAMPLES)

const FAULT_MESSAGES = {
  nul: 'The value contains a NUL character',
  textAfterQuote: 'There is text after the closing quote of this value',
  tooLong: `The value is longer than ${MAX_VALUE_BYTES.toLocaleString('en-US')} bytes`,
} as const

/** The problem of the row just scanned; it is only created when it will be reported. */
const rowProblem = (state: State, row: Uint8Array): (() => FileProblem) | null => {
  const { scan, columns, line } = state
  if (scan.fault === null && scan.values === columns.length) return null
  const value = () => shownValue(Buffer.from(row.subarray(0, 400)).toString('utf8').replaceAll('\0', '␀'))
  if (scan.fault === null) {
    const message = `This row has ${scan.values} ${scan.values === 1 ? 'value' : 'values'}, the header has ${columns.length}`
    const column = columns[Math.min(scan.values, columns.length - 1)] ?? null
    return () => ({ line, column, value: value(), message })
  }
  const message = FAULT_MESSAGES[scan.fault]
  const column = columns[scan.faultValue] ?? null
  return () => ({ line, column, value: value(), message })
}

const fileError = (line: number | null, message: string, column: string | null = null): CsvFileError =>
  new CsvFileError({ line, column, value: null, message })

const openRow = ({ scan, line, columns }: State): CsvFileError => {
  const column = columns[scan.values - 1] ?? null
  return scan.openQuoteLines === null
    ? fileError(line, 'This row is longer than 1 MB', column)
    : fileError(line + scan.openQuoteLines, 'A quote is opened here and never closed', column)
}

const encodingError = (line: number, column: string | null): CsvFileError =>
  fileError(line, 'The text is not UTF-8. Save the file as UTF-8', column)

const notUtf8 = (state: State, bytes: Uint8Array, firstLine: number): CsvFileError => {
  let line = firstLine
  let start = 0
  while (start < bytes.length) {
    const lineEnd = bytes.indexOf(10, start)
    const end = lineEnd < 0 ? bytes.length : lineEnd
    const row = bytes.subarray(start, end)
    if (!isUtf8(row)) return encodingError(line, columnOfBadText(state, row))
    line++
    start = end + 1
  }
  return encodingError(firstLine, null)
}

const columnOfBadText = ({ columns, delimiter }: State, row: Uint8Array): string | null => {
  const values = parseRow(Buffer.from(row).toString('utf8'), delimiter)
  return columns[values.findIndex((value) => value.includes('�'))] ?? null
}

interface Output {
  bytes: Buffer
  length: number
}

const newOutput = (inputLength: number): Output => ({ bytes: Buffer.allocUnsafe(inputLength + 8192), length: 0 })

const LF = 10
/** Space for a line number, delimiters and a line ending around a row. */
const ROW_OVERHEAD = 18

const appendRow = (out: Output, line: number, delimiter: string, row: Uint8Array): void => {
  const needed = out.length + row.length + ROW_OVERHEAD
  if (needed > out.bytes.length) {
    const larger = Buffer.allocUnsafe(Math.max(needed, out.bytes.length * 2))
    larger.set(out.bytes.subarray(0, out.length))
    out.bytes = larger
  }
  let at = out.length + decimalDigits(line)
  let rest = line
  for (let digit = at - 1; digit >= out.length; digit--) {
    out.bytes[digit] = 48 + (rest % 10)
    rest = Math.floor(rest / 10)
  }
  out.bytes[at++] = delimiter.charCodeAt(0)
  out.bytes.set(row, at)
  at += row.length
  out.bytes[at++] = LF
  out.length = at
}

const decimalDigits = (value: number): number => {
  let digits = 1
  for (let rest = value; rest >= 10; rest /= 10) digits++
  return digits
}
