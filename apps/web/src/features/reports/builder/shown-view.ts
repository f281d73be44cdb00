import type { AskedReport } from '../../ask/question-address.ts'
import { idOf, OWN_VIEW, type ReportView } from '../address/report-view.ts'
import { type AddressSearch, writeAddress } from '../address/write-address.ts'
import { type ReportRequest, rangeRequest } from '../query/report-request.ts'
import type { ReportDraft } from './report-draft.ts'

/** What a report is shown with that its definition cannot hold: days that no range names, and a comparison. */
export type ShownView = Pick<ReportView, 'range' | 'compare'>

export const OWN_DAYS: ShownView = { range: OWN_VIEW.range, compare: OWN_VIEW.compare }

/** What a question was answered with. */
export const askedView = ({ definition, from, until, compare }: AskedReport): ShownView => {
  const { columnName } = definition.relativeDateFilter ?? {}
  const column = columnName === undefined ? null : idOf({ columnName })
  const range =
    from === undefined || until === undefined ? OWN_VIEW.range : { kind: 'days' as const, column, from, until }
  return { range, compare: compare ?? null }
}

/** Only groups of some days can be compared with those of others. */
const inForce = ({ range, compare }: ShownView, draft: ReportDraft): ShownView => ({
  range,
  compare: draft.isGrouped && (range.kind !== 'own' || draft.range !== null) ? compare : null,
})

/** What a view adds to the question that a draft asks. */
export const viewRequest = (
  view: ShownView,
  draft: ReportDraft,
): Pick<ReportRequest, 'relativeDate' | 'from' | 'until' | 'compare'> => {
  const { range, compare } = inForce(view, draft)
  return { ...rangeRequest(range), ...(compare === null ? {} : { compare }) }
}

/** The same in the address of the report, once it is saved. */
export const viewSearch = (view: ShownView, draft: ReportDraft): AddressSearch =>
  writeAddress({ ...OWN_VIEW, ...inForce(view, draft) })
