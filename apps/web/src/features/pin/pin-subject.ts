import type { ReportCatalog } from '#contract/report-catalog.ts'
import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import type { ReportShow } from '#domain/report-terms.ts'
import type { RequestedDates } from '../reports/query/report-request.ts'

/** A report on screen that can be pinned to a dashboard. */
export interface PinSubject {
  readonly title: string
  /** the report that a tile can follow; null: it isn't saved */
  readonly link: { readonly builtin: string } | { readonly id: string } | null
  /** what is on screen; null: it can't be copied */
  readonly copy: { readonly definition: ReportDefinitionInput; readonly dates: RequestedDates } | null
  /** filters or dates on screen are not part of the report */
  readonly isChanged: boolean
  /** of what is on screen */
  readonly definition: ReportDefinitionInput
  /** columnId of the number that it is about */
  readonly measure?: string
}

export interface Measure {
  readonly columnId: string
  readonly label: string
}

const refName = ({ columnId, columnName }: ReportDefinitionInput['columns'][number]): string =>
  columnId ?? columnName ?? ''

/** The numbers of a report, each once. */
export const pinnableMeasures = (
  { reportType, columns, calculations = [] }: ReportDefinitionInput,
  { reportTypes }: Pick<ReportCatalog, 'reportTypes'>,
): Measure[] => {
  const type = reportTypes.find((one) => one.reportType === reportType)
  const measures = columns.flatMap((column): Measure[] => {
    const name = refName(column)
    const calculation = calculations.find(({ columnId }) => columnId === name)
    const known = type?.columns.find(({ columnId }) => columnId.toLowerCase() === name.toLowerCase())
    const isMeasure =
      calculation !== undefined || known?.kind === 'measure' || (column.aggregation ?? 'None') !== 'None'
    const label = column.displayName ?? calculation?.displayName ?? known?.displayName ?? name
    return isMeasure ? [{ columnId: known?.columnId ?? name, label }] : []
  })
  return measures.filter(({ columnId }, at) => measures.findIndex((one) => one.columnId === columnId) === at)
}

/** What a report can be shown as, the usual one first. */
export const supportedDisplays = (
  { chart, pivot, groupColumns = [] }: ReportDefinitionInput,
  measures: readonly Measure[],
) => {
  const hasChart = chart !== undefined && chart !== null && chart.kind !== undefined && chart.kind !== 'none'
  const isOneRow = groupColumns.length === 0 && measures.length > 0
  const shows: ReportShow[] = [
    ...(pivot === undefined || pivot === null ? [] : (['pivot'] as const)),
    ...(hasChart ? (['chart'] as const) : []),
    'table',
    ...(measures.length > 0 ? (['number'] as const) : []),
  ]
  return isOneRow ? shows.toReversed() : shows
}
