import type { Formats } from '#charts/value-format.ts'
import type { Cell } from '#contract/reports.ts'
import { changeText, spokenChange } from '#ui/comparison.ts'
import type { GridCell } from '#ui/data-grid/grid-types.ts'
import { cellText } from './cell-text.ts'
import { rowLink } from './row-link.ts'
import type { TableColumn } from './table-columns.ts'

/** What a row of the table stands for. */
export type RowKind = 'record' | 'group' | 'others' | 'total'

export interface TableRow {
  readonly kind: RowKind
  readonly cells: readonly Cell[]
  readonly previous: readonly Cell[] | null
}

interface Writing {
  readonly formats: Formats
  /** all columns of the answer, for links */
  readonly answer: readonly { readonly columnId: string }[]
  /** the dates compared with, in words */
  readonly comparedWith: string
  /** rows can be told apart, so that their numbers can be explained */
  readonly canExplain: boolean
}

const numberOf = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null)

const LABELS: Partial<Record<RowKind, string>> = { others: 'All others', total: 'Total' }

const changeCell = ({ column, place }: TableColumn, row: TableRow, { formats, comparedWith }: Writing): GridCell => {
  const text = changeText(
    {
      value: numberOf(row.cells[place]),
      previous: numberOf(row.previous?.[place]),
      format: column.format,
      goodDirection: column.goodDirection,
    },
    formats,
  )
  const words = text.amount === '' ? text.word : `${text.word} ${text.amount}`
  return { text: words, change: text, spoken: spokenChange(text, comparedWith) }
}

const EMPTY: GridCell = { text: '' }

/** What stands below a dimension in a row that is no group of its own. */
const footCell = (isLabel: boolean, kind: RowKind): GridCell => (isLabel ? { text: LABELS[kind] ?? '' } : EMPTY)

/** The cells of a row, as the table draws them. */
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
    const text = cellText(column, cell, writing.formats, row.kind === 'group')
    const href = hyperlink === null || isPrevious || isFoot ? null : rowLink(hyperlink, writing.answer, row.cells)
    if (href !== null) return { text, href }
    const canOpen = writing.canExplain && row.kind !== 'others' && column.kind === 'measure' && typeof cell === 'number'
    return canOpen ? { text, canOpen } : { text }
  })
}
