import type { QueryColumn } from '#semantic/query.ts'
import type { PlannedKpi, PlannedQuery } from './widget.ts'

export const column = (columnId: string): QueryColumn => ({ columnId, aggregation: 'None' })

/** Orders by their date. */
export const ORDERS = { reportType: 'Orders', rangeColumn: 'orderDate' } as const

/** A KPI with the name of its column. */
export const kpi = (columnId: string): PlannedKpi => ({ metric: columnId, column: column(columnId) })

interface GroupedOptions {
  readonly reportType: string
  readonly rangeColumn: string | null
  readonly by: readonly string[]
  readonly measures: readonly string[]
  /** sorted by this measure in descending order; default: in the order of the groups */
  readonly largestFirst?: string
}

/** Rows by groups, group columns first. */
export const grouped = ({ reportType, rangeColumn, by, measures, largestFirst }: GroupedOptions): PlannedQuery => {
  const ids = [...by, ...measures]
  return {
    reportType,
    rangeColumn,
    groupBy: by,
    columns: ids.map(column),
    sort: largestFirst === undefined ? [] : [{ column: ids.indexOf(largestFirst), direction: 'desc' }],
  }
}
