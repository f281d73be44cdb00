import { isUtf8 } from 'node:buffer'
import { type FileProblem, fileError } from './file-problem.ts'
import { findHeader } from './header-block.ts'
import { columnNames, headerEnd, repeatedNames, type TableHead } from './header-row.ts'
import { LeftOut } from './left-out.ts'
import { appendRow, newOutput, type Output } from './row-output.ts'
import { encodingError, notUtf8, openRow, rowProblem } from './row-problem.ts'
import { newRowScan, type RowScan, scanRow } from './row-scan.ts'
import { parseRow, writeRow } from './row-text.ts'
import { LABEL_PARTS, mayBeTotal } from './total-row.ts'

/** Longest row in bytes. A longer one has an unclosed quote or is not CSV. */
const MAX_ROW_BYTES = 1_000_000
const MAX_PROBLEMS = 100
const FIRST_SAMPLES = 100
const SAMPLE_STRIDE = 500
const MAX_SAMPLES = 1_000

/** Summary of a file after reading it. */
export interface CsvFileReport extends TableHead {
  /** rows below the header, excluding blank rows and those that notes name: `accepted + rejected` */
  readonly rows: number
  /** well-formed rows; exactly these are in the normalized bytes */
  readonly accepted: number
  readonly rejected: number
  /** the first rejected rows */
  readonly problems: readonly FileProblem[]
  /** some of the accepted rows, including the first ones */
  readonly sample: readonly (readonly string[])[]
  /** sentences about lines that were left out, such as titles, totals and repeated headers */
  readonly notes: readonly string[]
}

interface NormalizerOptions {
  /** a table whose rows these ones continue: the same columns in another order are written in its order */
  readonly like?: TableHead
  /** rows may end before the last column, as those of a workbook */
  readonly isPadded?: boolean
  /** known, so that it is not looked for */
  readonly delimiter?: string
  /** added to the line numbers, for a file that continues another */
  readonly linesBefore?: number
}

/**
 * Converts any CSV to the form that the warehouse reads: LF, no header, the same number of values per row, preceded by the
 * physical line number of the row. Works on chunks and buffers at most one row.
 *
 * Database engines guess when they read CSV and lose rows silently; here each row is counted and either passed on or reported as
 * a problem. LF, CRLF and CR end a row. A quote inside an unquoted value is an ordinary character.
 */
export const createCsvNormalizer = ({ linesBefore = 0, ...options }: NormalizerOptions = {}) => {
  const state: State = {
    ...{ options, linesBefore, line: linesBefore + 1 },
    ...{ pending: [], pendingLength: 0, wantedLength: HEAD_BYTES },
    ...{ table: null, rows: 0, rejected: 0, problems: [], sample: [], left: new LeftOut() },
  }
  return {
    /** Takes UTF-8 without BOM, returns normalized rows. Throws `CsvFileError` when the whole file cannot be used. */
    push: (chunk: Uint8Array) => consume(state, chunk, false),
    /** Counts blank rows between whole rows, in the same time however many they are. Returns and throws like `push`. */
    skip(rows: number): Uint8Array {
      // So many end the wait for the header.
      const written = state.table === null ? Math.min(rows, HEAD_BYTES) : 0
      const out = consume(state, Buffer.alloc(written, '\n'), false)
      state.line += rows - written
      return out
    },
    /** Returns the last rows; throws like `push`, and if there was no row at all. */
    end(): Uint8Array {
      const rest = consume(state, new Uint8Array(0), true)
      if (state.table === null) throw fileError('The file is empty', 1)
      if (state.rows === 0) throw fileError('The file has a header and no rows', 1)
      return rest
    },
    /** lines read so far */
    lines: () => state.line - linesBefore - 1,
    report(): CsvFileReport {
      const { columns, delimiter } = state.table?.target ?? state.table ?? { columns: [], delimiter: ',' }
      const { rows, rejected, problems, sample, left } = state
      return { columns, delimiter, rows, accepted: rows - rejected, rejected, problems, sample, notes: left.notes() }
    },
  }
}

/** The header that was found. */
interface FoundTable extends TableHead {
  /** its bytes, which some files repeat */
  readonly header: Uint8Array
  /** how rows are written where they are not written as they are read */
  readonly target: Target | null
}

interface Target extends TableHead {
  /** by column of the target: its index in the file */
  readonly columnIndexes: readonly number[]
}

interface State {
  readonly options: Pick<NormalizerOptions, 'like' | 'isPadded' | 'delimiter'>
  readonly linesBefore: number
  /** the line on which the next row starts */
  line: number
  /** bytes of the incomplete last row, in pieces */
  pending: Uint8Array[]
  pendingLength: number
  /** length that they must reach before they are read again */
  wantedLength: number
  /** null until the header was read */
  table: FoundTable | null
  rows: number
  rejected: number
  readonly problems: FileProblem[]
  readonly sample: string[][]
  readonly left: LeftOut
}

/** Null when rows can be written as they are read, or the columns are others. */
const targetOf = ({ columns, delimiter }: TableHead, like: TableHead | undefined): Target | null => {
  if (like?.columns.length !== columns.length) return null
  const places = like.columns.map((column) => columns.indexOf(column))
  const isSame = like.delimiter === delimiter && places.every((place, index) => place === index)
  return isSame || places.includes(-1) ? null : { ...like, columnIndexes: places }
}

const consume = (state: State, chunk: Uint8Array, isLast: boolean): Uint8Array => {
  if (chunk.length > 0) state.pending.push(chunk)
  state.pendingLength += chunk.length
  if (!isLast && state.pendingLength < state.wantedLength) return new Uint8Array(0)
  const input = state.pending.length === 1 ? (state.pending[0] ?? chunk) : Buffer.concat(state.pending)
  const firstLine = state.line - state.linesBefore
  const start = state.table === null ? consumeHeader(state, input, isLast) : 0
  const out = newOutput(input.length)
  const end = state.table === null ? start : consumeRows(state, state.table, [input, start, isLast], out)
  const read = input.subarray(0, end)
  if (!isUtf8(read)) throw notUtf8(read, firstLine, state.table)
  const rest = input.subarray(end)
  state.pending = rest.length === 0 ? [] : [rest]
  state.pendingLength = rest.length
  // Reading an incomplete row again with every chunk would take the square of its length.
  state.wantedLength = Math.max(2 * rest.length, state.table === null ? HEAD_BYTES : 0)
  return out.bytes.subarray(0, out.length)
}

/** Bytes to wait for before the header is looked for, because titles may stand above it. */
const HEAD_BYTES = 16_384

/** Reads blank lines, titles and the header; returns the index of the first byte that is not read. */
const consumeHeader = (state: State, input: Uint8Array, isLast: boolean): number => {
  for (let start = 0; start < input.length; state.line++) {
    const line = state.line - state.linesBefore
    const headEnd = headerEnd(input, start)
    if (headEnd < 0 && input.length - start > MAX_ROW_BYTES) throw fileError('The header is too long', line)
    const end = headEnd < 0 ? input.length : headEnd
    // A CR at the end of the bytes may be half of a CRLF.
    const isOpen = !isLast && (headEnd < 0 || headEnd === input.length - 1)
    if (isOpen) return start
    const text = end === start ? '' : readText(input.subarray(start, end), line)
    if (text.trim() !== '') {
      const isShort = !isLast && input.length - start < HEAD_BYTES
      return isShort ? start : start + takeHeader(state, input.subarray(start), { line, text, isLast })
    }
    start = Math.min(end + (input[end] === 13 && input[end + 1] === 10 ? 2 : 1), input.length)
  }
  return input.length
}

/** Returns where the first row starts. */
const takeHeader = (
  state: State,
  input: Uint8Array,
  { line, text, isLast }: { readonly line: number; readonly text: string; readonly isLast: boolean },
): number => {
  const { like, isPadded, delimiter: known = null } = state.options
  const found = findHeader(input, isLast, { firstLine: text, delimiter: known })
  if (found === null) throw fileError('A quote is opened here and never closed', line)
  // The rows of a workbook end where their cells end, and so do its headers.
  const width = isPadded ? found.names.findLastIndex((name) => name !== '') + 1 : found.names.length
  const given = found.names.slice(0, width)
  const head = { columns: columnNames(given, line + found.line - 1), delimiter: found.delimiter }
  state.table = { ...head, header: Uint8Array.from(found.bytes), target: targetOf(head, like) }
  state.left.remarks.push(...found.notes, ...repeatedNames(given, head.columns))
  state.line = state.linesBefore + line + found.nextLine - 1
  return found.next
}

const readText = (bytes: Uint8Array, line: number): string => {
  if (!isUtf8(bytes) || bytes.includes(0)) throw encodingError(line, null)
  return Buffer.from(bytes).toString('utf8')
}

/** Writes the rows from `start` on to `out`. Returns where the first incomplete one starts. */
const consumeRows = (
  state: State,
  table: FoundTable,
  [input, start, isLast]: [Uint8Array, number, boolean],
  out: Output,
): number => {
  const scan = newRowScan()
  const delimiter = table.delimiter.charCodeAt(0)
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.length)
  const mayHaveTotals = LABEL_PARTS.some((part) => bytes.includes(part))
  const incomplete = () => openRow(scan, table, state.line - state.linesBefore)
  let at = start
  while (at < input.length) {
    if (!scanRow(input, at, delimiter, isLast, scan)) {
      if (isLast || input.length - at > MAX_ROW_BYTES) throw incomplete()
      return at
    }
    if (scan.end - at > MAX_ROW_BYTES) throw incomplete()
    if (scan.end > at) takeRow(state, table, { row: input.subarray(at, scan.end), scan, mayHaveTotals }, out)
    state.line += scan.innerLines + 1
    at = scan.next
  }
  return at
}

interface ScannedRow {
  readonly row: Uint8Array
  readonly scan: RowScan
  /** a word for a total is somewhere around */
  readonly mayHaveTotals: boolean
}

const takeRow = (state: State, table: FoundTable, { row, scan, mayHaveTotals }: ScannedRow, out: Output): void => {
  const { columns, delimiter, target } = table
  const mark = delimiter.charCodeAt(0)
  if (isBlank(row, mark) || state.left.takesHeader(row, table.header)) return
  const isOddWidth = scan.values !== columns.length
  // Of a remark, only the first cell is filled.
  const endsBlank = row[row.length - 1] === mark && row[row.length + 1 - columns.length] === mark
  const isOdd = isOddWidth || row[0] === mark || endsBlank || mayBeTotal(row, mayHaveTotals)
  const read = isOdd && scan.fault === null ? readOddRow(state, columns, textOf(row, delimiter), scan) : null
  if (read === 'left out') return
  state.rows++
  const problem = read === null ? rowProblem(scan, columns, state.line, row) : null
  if (problem !== null) {
    state.rejected++
    if (state.problems.length < MAX_PROBLEMS) state.problems.push(problem())
    return
  }
  const isRewritten = scan.hasLooseQuote || read !== null || target !== null
  const own = read ?? (isRewritten || wantsSample(state) ? textOf(row, delimiter) : [])
  const values = target === null ? own : target.columnIndexes.map((index) => own[index] ?? '')
  if (wantsSample(state)) state.sample.push(values)
  const written = target?.delimiter ?? delimiter
  appendRow(out, state.line, written, isRewritten ? Buffer.from(writeRow(values, written)) : row)
}

const textOf = (row: Uint8Array, delimiter: string): string[] => parseRow(Buffer.from(row).toString('utf8'), delimiter)

/** Delimiters, quotes and spaces alone. */
const isBlank = (row: Uint8Array, delimiter: number): boolean => {
  for (let at = 0; at < row.length; at++) {
    const byte = row[at]
    if (byte !== delimiter && byte !== 32 && byte !== 34) return false
  }
  return true
}

/**
 * A row that may be no record: totals and remarks are left out, blank values beyond the last column dropped, missing ones added. Null: a row
 * like any other.
 */
const readOddRow = (
  { options: { isPadded = false }, left, ...state }: State,
  { length: width }: readonly string[],
  values: readonly string[],
  scan: RowScan,
): string[] | 'left out' | null => {
  const padded = [...values, ...Array.from({ length: Math.max(0, width - values.length) }, () => '')]
  if (left.takes(isPadded ? padded : values, state.line - state.linesBefore)) return 'left out'
  if (values.length === width) return null
  if (values.length > width)
    return values.slice(width).every((value) => value.trim() === '') ? values.slice(0, width) : null
  if (isPadded) return padded
  // A file that ends within its last row may have lost a part of a value too.
  if (scan.next === scan.end) return null
  left.shortRows++
  return padded
}

/** The first rows, then some from all over the file: the days of one month do not distinguish `DD/MM` from `MM/DD`. */
const wantsSample = ({ rows, sample }: State): boolean =>
  rows <= FIRST_SAMPLES || (rows % SAMPLE_STRIDE === 0 && sample.length < MAX_SAMPLES)
