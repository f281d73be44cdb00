import { ReportDefinition, type ReportDefinitionInput } from '#contract/report-definition.ts'
import type { SubjectNumbers } from '#reports/subjects/kit/subject.ts'
import { compareInForce, type ReportView } from '../reports/address/report-view.ts'
import { type ReportRequest, rangeRequest } from '../reports/query/report-request.ts'
import type { LoadedReport, ReportTypeInfo } from '../reports/query/report-subject.ts'

/** A definition of a page as a report. Throws for an unknown report type, which only a mistake in the registry can name. */
export const subjectReport = (
  input: ReportDefinitionInput,
  reportTypes: readonly ReportTypeInfo[],
  title = input.name ?? '',
): LoadedReport => {
  const definition = ReportDefinition.parse(input)
  const type = reportTypes.find(({ reportType }) => reportType === definition.reportType)
  if (type === undefined) throw new Error(`There is no report type ${definition.reportType}`)
  return { ref: definition, title, description: '', definition, type, rangeName: null, groupChoices: [], saved: null }
}

/** What a page opens with. */
const USUAL = { range: 'Last365Days', compare: 'previousYear' } as const

/** The definition whose dates and comparison are those of the page. */
export const withUsualDates = (input: ReportDefinitionInput): ReportDefinitionInput => ({
  ...input,
  relativeDateFilter: { relativeRange: USUAL.range, columnName: 'OrderDate' },
  compare: USUAL.compare,
})

/** The range of the page on the date column of another report type. */
const datesOf = ({ range }: ReportView, column: string): Pick<ReportRequest, 'relativeDate' | 'from' | 'until'> => {
  if (range.kind === 'own') return rangeRequest({ kind: 'relative', column, range: USUAL.range })
  return rangeRequest({ ...range, column })
}

/** The request of numbers for the dates and comparison of the page, or for their own days. */
export const numbersRequest = (
  { definition: input, days }: SubjectNumbers,
  reportTypes: readonly ReportTypeInfo[],
  view: ReportView,
): ReportRequest => {
  const { definition, type } = subjectReport(input, reportTypes)
  if (days === null) return { definition }
  if (days !== undefined) return { definition, ...days }
  const [column] = type.dateColumns
  const compare = compareInForce({ compare: USUAL.compare }, view)
  if (column === undefined) return { definition }
  return { definition, ...datesOf(view, column), ...(compare === null ? {} : { compare }) }
}
