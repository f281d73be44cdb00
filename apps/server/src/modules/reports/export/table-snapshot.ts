import type { ReportDefinition } from '#contract/report-definition.ts'
import type { ReportResult } from '#contract/reports.ts'

/** One line of the description at the top or end of a file. */
export interface Fact {
  readonly label: string
  readonly text: string
}

/** A report's result with everything needed to render it as a chart, sheet or page; plain data that can be sent to a process. */
export interface ReportSnapshot {
  readonly title: string
  readonly facts: readonly Fact[]
  readonly answer: Omit<ReportResult, 'asOf' | 'etag'>
  readonly chart: ReportDefinition['chart']
  /** a row without a value is a group with a name, not a record with an empty cell */
  readonly isGrouped: boolean
  readonly hasTotalRow: boolean
  readonly culture: string
  readonly currency: string
  readonly timeZone: string
  /** local day when the report was run */
  readonly today: string
}
