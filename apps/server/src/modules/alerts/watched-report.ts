import type { z } from 'zod'
import type { AlertInput } from '#contract/alerts.ts'
import { ReportColumn, ReportDefinition } from '#contract/report-definition.ts'
import { ReportQuery } from '#contract/reports.ts'
import type { FoundDefinition, ReportRequest } from '#reports/kit/resolve-report.ts'
import type { StoredDefinition } from '#server/db/column-types.ts'

type Input = z.output<typeof AlertInput>
export type Watched = Pick<Input, 'column' | 'scope' | 'condition'>

/** Rows that are checked, from the most extreme one on. */
const MAX_ROWS = 500

const isNamed = ({ columnId, columnName }: ReportDefinition['columns'][number], name: string): boolean =>
  (columnId ?? columnName ?? '').toLowerCase() === name.toLowerCase()

/** The report with the watched column first and with every group column, which identify its rows. */
const watchedDefinition = <Definition extends ReportDefinition>(definition: Definition, column: number): Definition => {
  const { columns, groupColumns } = definition
  const hidden = groupColumns.filter((name) => !columns.some((shown) => isNamed(shown, name)))
  return {
    ...definition,
    columns: [
      ...columns.slice(column, column + 1).map((watched) => ({ ...watched, total: true })),
      ...columns.filter((_, at) => at !== column),
      ...hidden.map((columnId) => ReportColumn.parse({ columnId })),
    ],
    columnOrder: [],
    pivot: null,
    chart: null,
    compare: null,
    requiresFilter: false,
  }
}

/** The request that answers the watched number as its first column. */
export const watchedRequest = (definition: FoundDefinition, { column, scope, condition }: Watched): ReportRequest => {
  const watched = watchedDefinition(definition, column)
  const [{ columnId, columnName } = {}] = watched.columns
  const direction = condition.kind === 'above' ? 'desc' : 'asc'
  return {
    ...ReportQuery.parse({ definition: watched, compare: condition.kind === 'change' ? condition.compare : 'none' }),
    definition: watched,
    pageSize: scope === 'rows' ? MAX_ROWS : 1,
    ...(scope === 'rows' ? { sort: [{ columnId, columnName, direction }] } : {}),
  }
}

/** The definition for a query; fields added after it was stored get their defaults. */
export const storedReport = ({
  definition,
  name = '',
}: {
  readonly definition: StoredDefinition
  readonly name?: string
}): ReportDefinition => ReportDefinition.parse({ ...definition, name })
