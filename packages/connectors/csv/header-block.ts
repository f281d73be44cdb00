import { DELIMITERS, detectDelimiter } from './header-row.ts'
import { isWrittenNumber } from './number-style.ts'
import { newRowScan, scanRow } from './row-scan.ts'
import { parseRow } from './row-text.ts'

interface HeadRow {
  readonly line: number
  readonly values: readonly string[]
  readonly bytes: Uint8Array
  /** where the next row starts, and on which line */
  readonly next: number
  readonly nextLine: number
}

interface HeaderHints {
  readonly firstLine: string
  /** null: it is looked for */
  readonly delimiter: string | null
}

const MAX_ROWS = 40

/** The first rows that are not blank. */
const headRows = (input: Uint8Array, delimiter: string, isLast: boolean): HeadRow[] => {
  const rows: HeadRow[] = []
  const scan = newRowScan()
  let line = 1
  for (let at = 0; at < input.length && rows.length < MAX_ROWS; at = scan.next) {
    if (!scanRow(input, at, delimiter.charCodeAt(0), isLast, scan)) break
    const bytes = input.subarray(at, scan.end)
    const values = parseRow(Buffer.from(bytes).toString('utf8'), delimiter).map((value) => value.trim())
    const nextLine = line + scan.innerLines + 1
    if (values.some((value) => value !== '')) rows.push({ line, values, bytes, next: scan.next, nextLine })
    line = nextLine
  }
  return rows
}

const filled = ({ values }: HeadRow): number => values.filter((value) => value !== '').length

/** The number of values that most rows have, and how many rows have it. */
const commonWidth = (rows: readonly HeadRow[]): { width: number; count: number } => {
  const byWidth = [...Map.groupBy(rows, ({ values }) => values.length)]
  const [[width, same] = [0, []]] = byWidth.sort((a, b) => b[1].length - a[1].length || b[0] - a[0])
  return { width, count: same.length }
}

const rowsAndDelimiter = (
  input: Uint8Array,
  isLast: boolean,
  { firstLine, delimiter: known }: HeaderHints,
): [HeadRow[], string] => {
  const usual = known ?? detectDelimiter(firstLine)
  const rows = headRows(input, usual, isLast)
  if (known !== null) return [rows, usual]
  const { width, count } = commonWidth(rows)
  if (rows.length < 2 || (width > 1 && count === rows.length)) return [rows, usual]
  const rated = DELIMITERS.map((delimiter) => {
    const found = headRows(input, delimiter, isLast)
    const common = commonWidth(found)
    return { delimiter, found, score: common.width > 1 ? common.count + common.width / 1000 : 0 }
  })
  const best = rated.reduce((most, one) => (one.score > most.score ? one : most))
  return best.score > 0 ? [best.found, best.delimiter] : [rows, usual]
}

const isDateLike = (text: string): boolean => /^\D{0,12}\d{1,4}[-/. ]\S{1,9}[-/. ]\d{1,4}/.test(text)

const isData = (text: string): boolean => text !== '' && (isWrittenNumber(text) || isDateLike(text))

const isWordy = ({ values }: HeadRow): boolean => !values.some(isData)

/** Titles have one or two values where the table has many. */
const headerIndex = (rows: readonly HeadRow[]): number => {
  const most = Math.max(...rows.map(filled))
  const found = rows.findIndex((row) => filled(row) > 2 || filled(row) * 2 > most)
  const row = rows[found]
  if (row === undefined || found >= rows.length - 1 || !isWordy(row)) return 0
  // A line of groups is as wide as the header below it and begins with a blank, unlike a title.
  const above = rows[found - 1]
  const isGroups = above?.values.length === row.values.length && above.values[0] === ''
  return isGroups && twoLineNames(rows, found - 1) !== null ? found - 1 : found
}

const isUnit = (text: string): boolean => text === '' || /^[([].*[)\]]$/.test(text)

/** The names of a header of two lines: groups above names, or units below them. Null for a header of one line. */
const twoLineNames = (rows: readonly HeadRow[], at: number): string[] | null => {
  const [upper, lower, data] = [rows[at], rows[at + 1], rows[at + 2]]
  if (!upper || !lower || !data || !isWordy(upper) || !isWordy(lower) || isWordy(data)) return null
  if (filled(lower) < 2) return null
  if (lower.values.every(isUnit)) return [...upper.values]
  const width = Math.max(upper.values.length, lower.values.length)
  const names = upper.values.filter((value) => value !== '')
  if (names.length === width && new Set(names).size === names.length) return null
  let group = ''
  return Array.from({ length: width }, (_, index) => {
    const [above = '', below = ''] = [upper.values[index], lower.values[index]]
    if (above !== '') group = above
    return below === '' ? above : `${group} ${below}`.trim()
  })
}

/**
 * Finds the header among the first rows: below titles, in one or two lines. `input` starts with the first line that is not
 * blank. Null without a row. `bytes`: the header's, to recognize its repetitions.
 */
export const findHeader = (input: Uint8Array, isLast: boolean, hints: HeaderHints) => {
  const [rows, delimiter] = rowsAndDelimiter(input, isLast, hints)
  const at = rows.length > 1 ? headerIndex(rows) : 0
  const header = rows[at]
  if (header === undefined) return null
  const twoLines = twoLineNames(rows, at)
  const last = (twoLines === null ? undefined : rows[at + 1]) ?? header
  const notes = [
    ...(at === 0
      ? []
      : [`${at === 1 ? 'A line' : `${at} lines`} above the header ${at === 1 ? 'isn’t' : 'aren’t'} imported`]),
    ...(twoLines === null ? [] : ['The header has two lines']),
  ]
  const { next, nextLine } = last
  return { delimiter, names: twoLines ?? header.values, line: header.line, bytes: header.bytes, next, nextLine, notes }
}
