import type { ReportResult } from '#contract/reports.ts'
import type { PinSubject } from '#web/features/pin/pin-subject.ts'
import { OWN_VIEW, type ReportView, writeAddress } from '../address/report-view.ts'
import { rangeRequest } from '../query/report-request.ts'
import type { LoadedReport } from '../query/report-subject.ts'
import { canCopy, copiedDefinition } from './copied-definition.ts'

/** Whether the view differs from the report in more than its layout and page. */
const isChanged = (view: ReportView): boolean =>
  Object.keys(writeAddress({ ...view, layout: OWN_VIEW.layout, page: OWN_VIEW.page })).length > 0

/** A report on its page, to be pinned: itself, or its current view as a copy. */
export const pinnedReport = (report: LoadedReport, view: ReportView, { range }: ReportResult): PinSubject => {
  const { ref, title, saved } = report
  const hasDays = view.range.kind === 'days'
  // A tile can have days, which a definition cannot.
  const undated = hasDays ? { ...view, range: OWN_VIEW.range } : view
  const definition = { ...copiedDefinition(report, undated, range), name: saved?.name ?? title }
  const dates = hasDays ? rangeRequest(view.range) : {}
  return {
    title,
    link: 'columns' in ref ? null : ref,
    copy: canCopy(report, undated) ? { definition, dates: definedOnly(dates) } : null,
    isChanged: isChanged(view),
    definition,
  }
}

type Dates = ReturnType<typeof rangeRequest>

const definedOnly = ({ relativeDate, from, until }: Dates) => ({
  ...(relativeDate === undefined ? {} : { relativeDate }),
  ...(from === undefined || until === undefined ? {} : { from, until }),
})
