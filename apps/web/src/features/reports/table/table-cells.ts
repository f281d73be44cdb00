import { type Formats, MISSING } from '#charts/value-format.ts'
import type { Cell, ResultColumn } from '#contract/reports.ts'
import { isSameSitePath } from '#domain/field-rules.ts'
import { ALL_OTHERS } from '#domain/report-terms.ts'
import { namedSubjectAddress } from '#domain/subject-pages.ts'
import { changeText, spokenChange } from '#ui/comparison.ts'
import type { GridCell } from '#ui/data-grid/grid-types.ts'
import { cellText } from './cell-text.ts'
import type { TableColumn } from './table-columns.ts'

/**
 * The page a row links to: the template with the row's values, each encoded as one segment. Null if a value is missing or
 * the page is on another site.
 */
export const rowLink = (
  template: string,
  columns: readonly Pick<ResultColumn, 'columnId'>[],
  row: readonly Cell[],
): string | null => {
  let isWhole = true
  const link = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const place = columns.findIndex(({ columnId }) => columnId.toLowerCase() === name.toLowerCase())
    const value = row[place] ?? null
    // no record has the value of a group that combines many
    if (value === null || value === '' || value === ALL_OTHERS) isWhole = false
    return encodeURIComponent(String(value))
  })
  return isWhole && isSameSitePath(link) ? link : null
}

/** What a cell links to: the page of its definition, else that of the customer, product and so on that it names. */
const linkOf = (
  { column, hyperlink }: Pick<TableColumn, 'column' | 'hyperlink'>,
  columns: readonly Pick<ResultColumn, 'columnId'>[],
  row: readonly Cell[],
): string | null => {
  if (hyperlink !== null) return rowLink(hyperlink, columns, row)
  if (column.kind !== 'dimension') return null
  return namedSubjectAddress(column.columnId, (name) => row[columns.findIndex(({ columnId }) => columnId === name)])
}

/** Kind of a table row. */
export type RowKind = 'record' | 'group' | 'others' | 'total'

export interface TableRow {
  readonly kind: RowKind
  readonly cells: readonly Cell[]
  readonly previous: readonly Cell[] | null
  /** values for the change, over the days for which both periods have data; absent: those of the row */
  readonly likeForLike?: LikeForLikeCells | null
}

interface LikeForLikeCells {
  readonly totals: readonly Cell[]
  readonly previousTotals: readonly Cell[]
}

interface Writing {
  readonly formats: Formats
  /** all columns of the result, for links */
  readonly answer: readonly { readonly columnId: string }[]
  /** the comparison period in words */
  readonly comparedWith: string
  /** the earlier period begins before the data, so that changes of single rows say nothing */
  readonly hasShortHistory?: boolean
  /** rows are identifiable, so that their numbers can be explained */
  readonly canExplain: boolean
  /** names open the page of what they name; default: yes */
  readonly linksNames?: boolean
  /** from `decimalWriters` */
  readonly decimals?: ReadonlyMap<number, (value: number | null) => string>
}

const numberOf = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null)

/**
 * Writes the numbers of a column with the same decimals, by place in the row.
 * @param rows those that decide how many: not the totals, which may be averages of whole numbers
 */
export const decimalWriters = (
  columns: readonly TableColumn[],
  rows: readonly (readonly Cell[])[],
  formats: Formats,
): NonNullable<Writing['decimals']> =>
  new Map(
    columns.flatMap(({ column, place }) => {
      if (column.kind !== 'measure' || column.format !== 'number') return []
      return [
        [
          place,
          formats.column(
            rows.map((row) => numberOf(row[place])),
            'number',
          ),
        ] as const,
      ]
    }),
  )

const LABELS: Partial<Record<RowKind, string>> = { others: 'All others', total: 'Total' }

const changeCell = (
  { column, place }: TableColumn,
  row: TableRow,
  { formats, comparedWith, hasShortHistory = false }: Writing,
): GridCell => {
  const { likeForLike = null } = row
  if (hasShortHistory && likeForLike === null) return { text: MISSING }
  const change = changeText(
    {
      value: numberOf((likeForLike?.totals ?? row.cells)[place]),
      previous: numberOf((likeForLike?.previousTotals ?? row.previous)?.[place]),
      format: column.format,
      goodDirection: column.goodDirection,
    },
    formats,
  )
  const text = likeForLike && change.amount !== '' ? { ...change, amount: `${change.amount} like for like` } : change
  const words = text.amount === '' ? text.word : `${text.word} ${text.amount}`
  return { text: words, change: text, spoken: spokenChange(text, comparedWith) }
}

const EMPTY: GridCell = { text: '' }

/** Label below a dimension in a row other than a group. */
const footCell = (isLabel: boolean, kind: RowKind): GridCell => (isLabel ? { text: LABELS[kind] ?? '' } : EMPTY)

/** The cells of a row for the table. */
export const tableCells = (columns: readonly TableColumn[], row: TableRow, writing: Writing): readonly GridCell[] => {
  const label = columns.findIndex(({ column }) => column.kind === 'dimension')
  const isFoot = row.kind === 'others' || row.kind === 'total'
  return columns.map((tableColumn, at): GridCell => {
    const { column, place, role, hyperlink } = tableColumn
    if (isFoot && column.kind === 'dimension') return footCell(at === label, row.kind)
    if (role === 'change') return row.kind === 'others' ? EMPTY : changeCell(tableColumn, row, writing)
    const isPrevious = role === 'previous'
    const cell = (isPrevious ? row.previous : row.cells)?.[place] ?? null
    if (isFoot && cell === null) return EMPTY
    const write = typeof cell === 'number' ? writing.decimals?.get(place) : undefined
    const text = write ? write(numberOf(cell)) : cellText(column, cell, writing.formats, row.kind === 'group')
    const isLinked = hyperlink !== null || writing.linksNames !== false
    const href = isPrevious || isFoot || !isLinked ? null : linkOf({ column, hyperlink }, writing.answer, row.cells)
    if (href !== null) return { text, href }
    const canOpen = writing.canExplain && row.kind !== 'others' && column.kind === 'measure' && typeof cell === 'number'
    return canOpen ? { text, canOpen } : { text }
  })
}
