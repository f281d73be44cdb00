import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import type { Measure } from '#semantic/catalog/column.ts'
import type { Choice } from '#semantic/definitions/choice.ts'
import { readDefinitions } from '#semantic/definitions/read-definitions.ts'
import type { Definitions } from '#semantic/definitions/registry.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import type { QuerySession } from '#server/modules/analytics/query-session.ts'

/** Half-open local days. */
export interface Days {
  readonly from: string
  readonly until: string
}

/** The measure that shows what a choice does. */
export const shownMeasure = ({ shownBy }: Choice): Measure => {
  const type = findReportType(shownBy.reportType)
  const column = type && findColumn(type, shownBy.columnId)
  if (column?.kind !== 'measure') throw new Error(`${shownBy.columnId} is no measure of ${shownBy.reportType}`)
  return column
}

const questionOf = ({ shownBy }: Choice, days: Days): SemanticQuery => ({
  reportType: shownBy.reportType,
  columns: [{ columnId: shownBy.columnId, aggregation: 'None' }],
  grain: 'groups',
  groupBy: [],
  filter: null,
  range: { columnId: shownBy.rangeColumn, ...days },
  sort: [],
  top: null,
  page: null,
})

interface Counting {
  readonly choice: Choice
  /** those in force, which the other choices keep */
  readonly definitions: Definitions
  readonly days: Days
}

/** The number that shows the choice over these days by each of its ways, as reports would answer it; money in major units. */
export const countByWays = async (
  session: QuerySession,
  { choice, definitions, days }: Counting,
): Promise<Record<string, number | null>> => {
  const counted: Record<string, number | null> = {}
  for (const way of Object.keys(choice.ways)) {
    const countedSo = session.countingBy(readDefinitions({ ...definitions, [choice.id]: way }))
    const [[value = null] = []] = await countedSo.rows(questionOf(choice, days))
    counted[way] = typeof value === 'number' ? value : null
  }
  return counted
}
