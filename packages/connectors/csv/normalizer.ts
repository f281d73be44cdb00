import { isUtf8 } from 'node:buffer'
import { CsvFileError, type FileProblem, shownValue } from './file-problem.ts'
import { findHeader } from './header-block.ts'
import { columnNames, headerEnd, repeatedNames } from './header-row.ts'
import { appendRow, newOutput, type Output } from './row-output.ts'
import { MAX_VALUE_BYTES, newRowScan, type RowScan, scanRow } from './row-scan.ts'
import { parseRow, writeRow } from './row-text.ts'
import { isFooter, LABEL_PARTS, mayBeTotal, totalLabel } from './total-row.ts'

/** Longest row in bytes. A longer one has an unclosed quote or is not CSV. */
const MAX_ROW_BYTES = 1_000_000
const MAX_PROBLEMS = 100
const FIRST_SAMPLES = 100
const SAMPLE_STRIDE = 500
const MAX_SAMPLES = 1_000

/** Summary of a file after reading it. */
export interface CsvFileReport {
  readonly columns: readonly string[]
  readonly delimiter: string
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
  /** Counts blank rows between whole rows, in the same time however many they are. Returns and throws like `push`. */
  skip(rows: number): Uint8Array
  /** Returns the last rows; throws like `push`, and if there was no row at all. */
  end(): Uint8Array
  report(): CsvFileReport
  /** lines read so far */
  lines(): number
}

/** Columns and delimiter that rows are written with. */
export type TableHead = Pick<CsvFileReport, 'columns' | 'delimiter'>

export interface NormalizerOptions {
  /** a table whose rows these ones continue: the same columns in another order are written in its order */
  readonly like?: TableHead
  /** rows may end before the last column, as those of a workbook */
  readonly isPadded?: boolean
  /** known, so that it is not looked for */
  readonly delimiter?: string
  /** added to the line numbers, for a file that continues another */
  readonly linesBefore?: number
}

export const createCsvNormalizer = (options: NormalizerOptions = {}): CsvNormalizer => {
  const state = newState(options)
  return {
    push: (chunk) => consume(state, chunk, false),
    skip: (rows) => {
      // So many end the wait for the header.
      const written = state.columns.length === 0 ? Math.min(rows, HEAD_BYTES) : 0
      const out = consume(state, Buffer.alloc(written, '\n'), false)
      state.line += rows - written
      return out
    },
    end: () => {
      const rest = consume(state, new Uint8Array(0), true)
      if (state.columns.length === 0) throw fileError(1, 'The file is empty')
      if (state.rows === 0) throw fileError(1, 'The file has a header and no rows')
      return rest
    },
    lines: () => state.line - state.linesBefore - 1,
    report: () => ({
      columns: state.target?.columns ?? state.columns,
      delimiter: state.target?.delimiter ?? state.delimiter,
      rows: state.rows,
      accepted: state.rows - state.rejected,
      rejected: state.rejected,
      problems: state.problems,
      sample: state.sample,
      notes: [...state.notes, ...totalNotes(state)],
    }),
  }
}

interface State {
  /** bytes of the incomplete last row, in pieces */
  carry: Uint8Array[]
  carryLength: number
  /** length that the carried bytes must reach before they are read again */
  wantedLength: number
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
  notes: string[]
  isPadded: boolean
  like: TableHead | null
  /** how rows are written where they are not written as they are read */
  target: Target | null
  linesBefore: number
  knownDelimiter: string | null
  /** bytes of the header, which some files repeat */
  header: Uint8Array
  repeatedHeaders: number
  /** rows that end before the last column, as Excel writes them where the last cells are blank */
  shortRows: number
  totals: { line: number; label: string }[]
  totalRows: number
  /** the bytes in hand contain a word for a total */
  mayHaveTotals: boolean
}

interface Target extends TableHead {
  /** by column of the target: its index in the file */
  readonly columnIndexes: readonly number[]
}

/** Null when rows can be written as they are read, or the columns are others. */
const targetOf = ({ columns, delimiter, like }: State): Target | null => {
  if (like === null || like.columns.length !== columns.length) return null
  const places = like.columns.map((column) => columns.indexOf(column))
  const isSame = like.delimiter === delimiter && places.every((place, index) => place === index)
  return isSame || places.includes(-1)
    ? null
    : { columns: like.columns, delimiter: like.delimiter, columnIndexes: places }
}

const newState = ({ isPadded = false, linesBefore = 0, delimiter, like }: NormalizerOptions): State => ({
  carry: [],
  carryLength: 0,
  wantedLength: HEAD_BYTES,
  line: linesBefore + 1,
  columns: [],
  delimiter: ',',
  rows: 0,
  rejected: 0,
  problems: [],
  sample: [],
  scan: newRowScan(),
  notes: [],
  isPadded,
  like: like ?? null,
  target: null,
  linesBefore,
  knownDelimiter: delimiter ?? null,
  header: new Uint8Array(0),
  repeatedHeaders: 0,
  shortRows: 0,
  totals: [],
  totalRows: 0,
  mayHaveTotals: false,
})

const consume = (state: State, chunk: Uint8Array, isLast: boolean): Uint8Array => {
  if (chunk.length > 0) state.carry.push(chunk)
  state.carryLength += chunk.length
  if (!isLast && state.carryLength < state.wantedLength) return new Uint8Array(0)
  const input = state.carry.length === 1 ? (state.carry[0] ?? chunk) : Buffer.concat(state.carry)
  const firstLine = state.line - state.linesBefore
  const rowsStart = state.columns.length === 0 ? consumeHeader(state, input, isLast) : 0
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.length)
  state.mayHaveTotals = LABEL_PARTS.some((part) => bytes.includes(part))
  const out = newOutput(input.length)
  const end = consumeRows(state, input, rowsStart, isLast, out)
  const read = input.subarray(0, end)
  if (!isUtf8(read)) throw notUtf8(state, read, firstLine)
  const rest = input.subarray(end)
  state.carry = rest.length === 0 ? [] : [rest]
  state.carryLength = rest.length
  // Reading an incomplete row again with every chunk would take the square of its length.
  state.wantedLength = Math.max(2 * rest.length, state.columns.length === 0 ? HEAD_BYTES : 0)
  return out.bytes.subarray(0, out.length)
}

/** Bytes to wait for before the header is looked for, because titles may stand above it. */
const HEAD_BYTES = 16_384

/** Reads blank lines, titles and the header; returns the index of the first byte that is not read. */
const consumeHeader = (state: State, input: Uint8Array, isLast: boolean): number => {
  for (let start = 0; start < input.length; state.line++) {
    const line = state.line - state.linesBefore
    const headEnd = headerEnd(input, start)
    if (headEnd < 0 && input.length - start > MAX_ROW_BYTES) throw fileError(line, 'The header is too long')
    const end = headEnd < 0 ? input.length : headEnd
    // A CR at the end of the bytes may be half of a CRLF.
    const isOpen = !isLast && (headEnd < 0 || headEnd === input.length - 1)
    if (isOpen) return start
    const text = end === start ? '' : readText(input.subarray(start, end), line)
    if (text.trim() !== '') {
      const isShort = !isLast && input.length - start < HEAD_BYTES
      return isShort ? start : takeHeader(state, input, { start, line, text, isLast })
    }
    start = Math.min(end + (input[end] === 13 && input[end + 1] === 10 ? 2 : 1), input.length)
  }
  return input.length
}

interface HeaderStart {
  readonly start: number
  readonly line: number
  readonly text: string
  readonly isLast: boolean
}

const takeHeader = (state: State, input: Uint8Array, { start, line, text, isLast }: HeaderStart): number => {
  const found = findHeader(input.subarray(start), isLast, { firstLine: text, delimiter: state.knownDelimiter })
  if (found === null) throw fileError(line, 'A quote is opened here and never closed')
  state.delimiter = found.delimiter
  const given = withoutBlankEnd(found.names, state)
  state.columns = columnNames(given, line + found.line - 1)
  state.target = targetOf(state)
  state.header = Uint8Array.from(found.bytes)
  state.notes.push(...found.notes, ...repeatedNames(given, state.columns))
  state.line = state.linesBefore + line + found.nextLine - 1
  return start + found.next
}

/** The rows of a workbook end where their cells end, and so do its headers. */
const withoutBlankEnd = (names: readonly string[], { isPadded }: State): readonly string[] => {
  const last = names.findLastIndex((name) => name !== '')
  return isPadded ? names.slice(0, last + 1) : names
}

const readText = (bytes: Uint8Array, line: number): string => {
  if (!isUtf8(bytes) || bytes.includes(0)) throw encodingError(line, null)
  return Buffer.from(bytes).toString('utf8')
}

/** Returns where the first incomplete row starts. */
const consumeRows = (state: State, input: Uint8Array, start: number, isLast: boolean, out: Output): number => {
  if (state.columns.length === 0) return start
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
  if (isBlank(state, row) || isRepeatedHeader(state, row)) return
  const isOddWidth = state.scan.values !== state.columns.length
  const delimiterByte = state.delimiter.charCodeAt(0)
  const startsBlank = row[0] === delimiterByte || row.at(1 - state.columns.length) === delimiterByte
  const read =
    isOddWidth || startsBlank || mayBeTotal(row, state.mayHaveTotals) ? readOddRow(state, row, isOddWidth) : null
  if (read === 'left out') return
  state.rows++
  const problem = read === null ? rowProblem(state, row) : null
  if (problem !== null) {
    state.rejected++
    if (state.problems.length < MAX_PROBLEMS) state.problems.push(problem())
    return
  }
  const { target } = state
  const isRewritten = state.scan.hasLooseQuote || read !== null || target !== null
  const own =
    read ?? (isRewritten || wantsSample(state) ? parseRow(Buffer.from(row).toString('utf8'), state.delimiter) : [])
  const values = target === null ? own : target.columnIndexes.map((index) => own[index] ?? '')
  if (wantsSample(state)) state.sample.push(values)
  const delimiter = target?.delimiter ?? state.delimiter
  const bytes = isRewritten ? Buffer.from(writeRow(values, delimiter)) : row
  appendRow(out, state.line, delimiter, bytes)
}

/** Delimiters, quotes and spaces alone. */
const isBlank = ({ delimiter }: State, row: Uint8Array): boolean => {
  const mark = delimiter.charCodeAt(0)
  for (let at = 0; at < row.length; at++) {
    const byte = row[at]
    if (byte !== mark && byte !== 32 && byte !== 34) return false
  }
  return true
}

const isRepeatedHeader = (state: State, row: Uint8Array): boolean => {
  const { header } = state
  if (row.length !== header.length || row[0] !== header[0] || Buffer.compare(row, header) !== 0) return false
  state.repeatedHeaders++
  return true
}

const MAX_NAMED_TOTALS = 20

/**
 * A row that may be no record: totals and remarks are left out, blank values beyond the last column dropped, missing ones of a
 * workbook added. Null: a row like any other.
 */
const readOddRow = (state: State, row: Uint8Array, isOddWidth: boolean): string[] | 'left out' | null => {
  const { scan, columns, delimiter, isPadded } = state
  const line = state.line - state.linesBefore
  if (scan.fault !== null) return null
  const values = parseRow(Buffer.from(row).toString('utf8'), delimiter)
  const label = totalLabel(isPadded ? padded(values, columns.length) : values)
  if (label !== null) {
    state.totalRows++
    if (state.totals.length < MAX_NAMED_TOTALS) state.totals.push({ line, label })
    return 'left out'
  }
  if (isFooter(values)) {
    if (state.notes.length < MAX_NAMED_TOTALS) state.notes.push(`Line ${line} is a remark and isn’t imported`)
    return 'left out'
  }
  if (!isOddWidth) return null
  if (values.length > columns.length) {
    return values.slice(columns.length).every((value) => value.trim() === '') ? values.slice(0, columns.length) : null
  }
  // A file that ends within its last row may have lost a part of a value too.
  if (!isPadded && scan.next === scan.end) return null
  if (!isPadded) state.shortRows++
  return padded(values, columns.length)
}

const padded = (values: readonly string[], width: number): string[] => [
  ...values,
  ...Array.from({ length: Math.max(0, width - values.length) }, () => ''),
]

const totalNotes = ({ totals, totalRows, repeatedHeaders, shortRows }: State): string[] => {
  const named = totals.map(({ line, label }) => `Line ${line} has totals (${shownValue(label)}) and isn’t imported`)
  const rest = totalRows - totals.length
  return [
    ...named,
    ...(rest > 0 ? [`${rest} more lines of totals aren’t imported`] : []),
    ...(shortRows > 0
      ? [
          `${shortRows === 1 ? '1 row ends' : `${shortRows} rows end`} before the last column; the missing cells are blank`,
        ]
      : []),
    ...(repeatedHeaders > 0
      ? [`The header is repeated ${repeatedHeaders === 1 ? 'once' : `${repeatedHeaders} times`}`]
      : []),
  ]
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

const openRow = ({ scan, columns, ...state }: State): CsvFileError => {
  const line = state.line - state.linesBefore
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
