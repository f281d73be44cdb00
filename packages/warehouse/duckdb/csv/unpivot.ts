import type { CsvImportPlan } from '../../staging.ts'
import { textLiteral } from '../ddl.ts'

/** A row of a file with unpivoted columns is up to this many records, numbered `line * RECORDS_PER_ROW + place`. */
const RECORDS_PER_ROW = 1_000

type Unpivoted = Pick<CsvImportPlan, 'columns' | 'unpivot'>

/** SQL of the file's line behind the `line` of a record. */
export const fileLine = ({ unpivot }: Pick<CsvImportPlan, 'unpivot'>): string =>
  unpivot ? `line // ${RECORDS_PER_ROW}` : 'line'

/** Columns of the file itself: the last two of an unpivoted one are made of headings and cells. */
export const fileColumns = ({ columns, unpivot }: Unpivoted): readonly string[] =>
  unpivot ? columns.slice(0, -2) : columns

/** A dash or a zero, with or without a currency. */
const ZERO = String.raw`[-−–—]|(?:[A-Za-z]{3} ?)?[^\p{L}1-9]*0[^\p{L}1-9]*(?: ?[A-Za-z]{3})?`

/** A record for each filled cell of the unpivoted columns, with all values of its row; `raw` has the file's own columns. */
export const unpivotedRows = ({ columns, unpivot }: Unpivoted, raw: string): string => {
  if (!unpivot) return raw
  const own = fileColumns({ columns, unpivot }).map((_, index) => `c${index}`)
  const cells = unpivot.columns.map(
    (column, position) =>
      `{'place': ${position}, 'heading': ${textLiteral(columns[column] ?? '')}, 'text': trim(c${column})}`,
  )
  const isFilled = `cell.text <> ''${unpivot.skipsZero ? ` AND NOT regexp_full_match(cell.text, ${textLiteral(ZERO)})` : ''}`
  return `(SELECT line * ${RECORDS_PER_ROW} + cell.place AS line, ${own.join(', ')},
      cell.heading AS c${own.length}, cell.text AS c${own.length + 1}
    FROM (SELECT *, unnest([${cells.join(', ')}]) AS cell FROM ${raw}) WHERE ${isFilled})`
}

/** Which problem column an unpivoted value has: the heading of its cell. Null for every other column. */
export const findHeading = ({ columns, unpivot }: Unpivoted, column: number | null): string | null =>
  unpivot && column === columns.length - 1 ? `"${HEADING}"` : null

/** Name of the heading, which a typed row has next to its fields. */
export const HEADING = 'cell heading'

const DIVISIBLE: readonly string[] = ['money', 'number', 'integer']

/** `line, column, value, message` of rows of several records whose other amounts would count once for each of them. */
export const repeatedAmounts = (plan: CsvImportPlan): string[] => {
  const { unpivot, columns, fields } = plan
  if (!unpivot) return []
  const value = columns.length - 1
  const repeated = Object.values(fields).flatMap(({ type, column }) =>
    DIVISIBLE.includes(type) && column !== null && column !== value ? [columns[column] ?? ''] : [],
  )
  const [first] = repeated
  if (first === undefined) return []
  const message = 'This amount can’t be split across the cells of its row. Don’t map its column'
  return [
    `SELECT line, ${textLiteral(first)}, CAST(NULL AS VARCHAR), ${textLiteral(message)} FROM csv_rows
      QUALIFY row_number() OVER (PARTITION BY ${fileLine(plan)} ORDER BY line) = 2`,
  ]
}
