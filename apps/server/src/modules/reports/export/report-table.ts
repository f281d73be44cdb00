import type { Cell, ResultColumn } from '#contract/reports.ts'
import type { Format } from '#domain/report-terms.ts'
import type { ReportAnswer } from '../run-report.ts'

export interface TableColumn {
  readonly header: string
  readonly columnId: string
  readonly kind: ResultColumn['kind']
  readonly format: Format
}

/** An answer as a file shows it: the earlier period, where there is one, in columns of its own. */
export interface ReportTable {
  readonly columns: readonly TableColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** what `top` leaves out, named in its first dimension */
  readonly others: readonly Cell[] | null
  /** null where nothing is totalled */
  readonly totals: readonly Cell[] | null
}

export const ALL_OTHERS = 'All others'

/** Names the row of what `top` leaves out, where it has a cell for a name. */
export const namedOthers = (cells: readonly Cell[], kinds: readonly ResultColumn['kind'][]): Cell[] => {
  const place = kinds.indexOf('dimension')
  return cells.map((cell, at) => (at === place ? ALL_OTHERS : cell))
}

/** Each measure's earlier value behind it. */
const interleaved = <T>(cells: readonly T[], earlier: readonly T[] | null, columns: readonly ResultColumn[], none: T) =>
  cells.flatMap((cell, place) => (columns[place]?.kind === 'measure' ? [cell, earlier?.[place] ?? none] : [cell]))

export const reportTable = (answer: ReportAnswer): ReportTable => {
  const { rows, previous, previousTotals = null } = answer
  const hasTotals = answer.totals.some((cell) => cell !== null)
  const others = answer.others
    ? namedOthers(
        answer.others,
        answer.columns.map(({ kind }) => kind),
      )
    : null
  const columns = answer.columns.map(({ displayName, columnId, kind, format }) => ({
    header: displayName,
    columnId,
    kind,
    format,
  }))
  if (previous === undefined) return { columns, rows, others, totals: hasTotals ? answer.totals : null }
  const widened = (cells: readonly Cell[], earlier: readonly Cell[] | null) =>
    interleaved<Cell>(cells, earlier, answer.columns, null)
  return {
    columns: columns.flatMap((column) =>
      column.kind === 'measure' ? [column, { ...column, header: `${column.header} (previous)` }] : [column],
    ),
    rows: rows.map((row, place) => widened(row, previous[place] ?? null)),
    others: others && widened(others, null),
    totals: hasTotals ? widened(answer.totals, previousTotals) : null,
  }
}
