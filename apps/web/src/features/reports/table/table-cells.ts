import { type Formats, MISSING } from '#charts/value-format.ts'
import type { ReportDefinition } from '#contract/report-definition.ts'
import type { Cell, CellPlace, ReportResult, ResultColumn } from '#contract/reports.ts'
import { isSameSitePath } from '#domain/field-rules.ts'
import { ALL_OTHERS, totalText } from '#domain/report-terms.ts'
import { roundRate } from '#domain/run-out.ts'
import { changeText, spokenChange } from '#ui/comparison.ts'
import type { GridCell, GridFoot } from '#ui/data-grid/grid-types.ts'
import { cellText, namedPage } from '#widgets/kit/cell-text.ts'
import { proportionNote } from '#widgets/kit/proportion-note.ts'
import { runOutCell } from '../../stock-ledger/run-out-cell.ts'
import { isGrouped } from '../query/report-request.ts'
import { RUN_OUT, type TableColumn } from './table-columns.ts'

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
    const index = columns.findIndex(({ columnId }) => columnId.toLowerCase() === name.toLowerCase())
    const value = row[index] ?? null
    // no record has the value of a group that combines many
    if (value === null || value === '' || value === ALL_OTHERS) isWhole = false
    return encodeURIComponent(String(value))
  })
  return isWhole && isSameSitePath(link) ? link : null
}

type Row = NonNullable<CellPlace['row']>

/** Types whose values identify a record; instants are returned in another zone than they are filtered by. */
const FINDS = new Set(['text', 'enum', 'boolean', 'date', 'integer'])

/**
 * What identifies a row: its groups, or for a record its identifying values. Null if the result does not contain them.
 */
export const rowPlace = (
  definition: ReportDefinition,
  columns: readonly ResultColumn[],
  row: readonly Cell[],
): Row | null => {
  const valueAt = (columnId: string): Cell | undefined =>
    row[columns.findIndex((column) => column.columnId.toLowerCase() === columnId.toLowerCase())]
  if (!isGrouped(definition)) {
    const found = columns.flatMap(({ columnId, kind, type }): [string, Cell][] => {
      const value = valueAt(columnId)
      return kind === 'dimension' && FINDS.has(type) && value !== undefined ? [[columnId, value]] : []
    })
    return found.length === 0 ? null : Object.fromEntries(found)
  }
  const keys = columns.flatMap(({ columnId, keyOf }) => (keyOf === undefined ? [] : [columnId]))
  const groups = [...definition.groupColumns, ...keys].map((columnId): [string, Cell | undefined] => [
    columnId,
    valueAt(columnId),
  ])
  const known = groups.flatMap(([columnId, value]): [string, Cell][] =>
    value === undefined ? [] : [[columnId, value]],
  )
  return known.length === groups.length ? Object.fromEntries(known) : null
}

/** Kind of a table row. */
type RowKind = 'record' | 'group' | 'others' | 'total'

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
  /** writes the numbers of a column with the same decimals, by place in the row */
  readonly decimals?: ReadonlyMap<number, (value: number | null) => string>
}

const numberOrNull = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null)

const LABELS: Partial<Record<RowKind, string>> = { others: 'All others', total: 'Total' }

const changeCell = (
  { column, index }: TableColumn,
  row: TableRow,
  { formats, comparedWith, hasShortHistory = false }: Writing,
): GridCell => {
  const { likeForLike = null } = row
  if (hasShortHistory && likeForLike === null) return { text: MISSING }
  const change = changeText(
    {
      value: numberOrNull((likeForLike?.totals ?? row.cells)[index]),
      previous: numberOrNull((likeForLike?.previousTotals ?? row.previous)?.[index]),
      format: column.format,
      goodDirection: column.goodDirection,
    },
    formats,
  )
  const text = likeForLike && change.amount !== '' ? { ...change, amount: `${change.amount}, comparable days` } : change
  const words = text.amount === '' ? text.word : `${text.word} ${text.amount}`
  return { text: words, change: text, spoken: spokenChange(text, comparedWith) }
}

/** `3.0–4.6 years` */
const rangeText = (from: string, until: string): string => {
  if (until === MISSING) return from === MISSING ? from : `${from} or more`
  const unit = from.replace(/^[\d.,]+/, '')
  return `${until.endsWith(unit) ? from.slice(0, from.length - unit.length) : from}–${until}`
}

const EMPTY: GridCell = { text: '' }

/** The cells of a row for the table. */
export const tableCells = (columns: readonly TableColumn[], row: TableRow, writing: Writing): readonly GridCell[] => {
  const label = columns.findIndex(({ column }) => column.kind === 'dimension')
  const isFoot = row.kind === 'others' || row.kind === 'total'
  return columns.map((tableColumn, at): GridCell => {
    const { column, index, role, hyperlink, until } = tableColumn
    if (isFoot && column.kind === 'dimension') return at === label ? { text: LABELS[row.kind] ?? '' } : EMPTY
    if (role === 'change') return row.kind === 'others' ? EMPTY : changeCell(tableColumn, row, writing)
    const isPrevious = role === 'previous'
    const cell = (isPrevious ? row.previous : row.cells)?.[index] ?? null
    if (isFoot && cell === null) return EMPTY
    const write = typeof cell === 'number' ? writing.decimals?.get(index) : undefined
    const full = (some: Cell = null): string => cellText(column, some, writing.formats, row.kind === 'group')
    const single = write ? write(numberOrNull(cell)) : full(cell)
    const value = until === undefined ? single : rangeText(single, full(row.cells[until]))
    const text = row.kind === 'total' ? totalText(value, column.totalAggregation) : value
    if (!isPrevious && !isFoot) {
      const named = writing.linksNames === false ? null : namedPage(column, writing.answer, row.cells)
      const href = hyperlink === null ? named : rowLink(hyperlink, writing.answer, row.cells)
      if (href !== null) return { text, href }
      const runOut = column.columnId === RUN_OUT && runOutCell(writing.answer, row.cells, writing.formats)
      if (runOut) return runOut
    }
    const { trials } = tableColumn
    const note =
      trials === null || isPrevious || column.format !== 'percent'
        ? null
        : proportionNote(cell, { noun: trials.noun, count: row.cells[trials.index] }, writing.formats)
    const canOpen = writing.canExplain && row.kind !== 'others' && column.kind === 'measure' && typeof cell === 'number'
    return {
      text,
      ...(canOpen ? { canOpen } : {}),
      ...(note === null ? {} : { note: note.text, isMuted: note.isFew }),
    }
  })
}

interface Result {
  readonly columns: readonly TableColumn[]
  /** any page of it */
  readonly head: Pick<ReportResult, 'columns' | 'totals' | 'others' | 'previousTotals' | 'comparison'>
  /** rows whose numbers decide the decimals of their columns: not the totals, which may be averages of whole numbers */
  readonly sample: readonly (readonly Cell[])[]
}

/** The cells of a result for the table: those of a row, and the rows below all others. */
export const resultCells = (
  { columns, head, sample }: Result,
  given: Pick<Writing, 'formats' | 'comparedWith' | 'canExplain' | 'linksNames'>,
) => {
  const { totals, others, previousTotals = null, comparison } = head
  const writing: Writing = {
    ...given,
    answer: head.columns,
    hasShortHistory: (comparison?.dataStarts ?? null) !== null,
    decimals: new Map(
      columns.flatMap(({ column, index }) => {
        if (column.kind !== 'measure' || column.format !== 'number') return []
        const read = (value: number | null) => (/^(pace|week)/.test(column.columnId) ? roundRate(value) : value)
        const write = given.formats.column(
          sample.map((row) => read(numberOrNull(row[index]))),
          'number',
        )
        return [[index, (value: number | null) => write(read(value))] as const]
      }),
    ),
  }
  const cellsOf = (row: TableRow, canExplain = given.canExplain) => tableCells(columns, row, { ...writing, canExplain })
  const hasTotal = totals.some((total) => total !== null) && columns.some(({ column }) => column.kind === 'dimension')
  const likeForLike = comparison?.likeForLike ?? null
  const total: TableRow = { kind: 'total', cells: totals, previous: previousTotals, likeForLike }
  const feet: GridFoot[] = [
    ...(others ? [{ key: 'others', cells: cellsOf({ kind: 'others', cells: others, previous: null }) }] : []),
    ...(hasTotal ? [{ key: 'total', cells: cellsOf(total) }] : []),
  ]
  return { cellsOf, feet }
}
