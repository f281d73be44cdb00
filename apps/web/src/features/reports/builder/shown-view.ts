import type { AskedReport } from '../../ask/question-address.ts'
import { type AddressSearch, idOf, OWN_VIEW, type ReportView, writeAddress } from '../address/report-view.ts'
import { type ReportRequest, rangeRequest } from '../query/report-request.ts'
import type { ReportDraft } from './report-draft.ts'

/** What the definition cannot contain: a custom range and a comparison. */
export type ShownView = Pick<ReportView, 'range' | 'compare'>

export const OWN_DAYS: ShownView = { range: OWN_VIEW.range, compare: OWN_VIEW.compare }

/** The range and comparison of an answered question. */
export const askedView = ({ definition, from, until, compare }: AskedReport): ShownView => {
  const { columnName } = definition.relativeDateFilter ?? {}
  const column = columnName === undefined ? null : idOf({ columnName })
  const range =
    from === undefined || until === undefined ? OWN_VIEW.range : { kind: 'days' as const, column, from, until }
  return { range, compare: compare ?? null }
}

/** Only a grouped report with a range can be compared. */
const inForce = ({ range, compare }: ShownView, draft: ReportDraft): ShownView => ({
  range,
  compare: draft.isGrouped && (range.kind !== 'own' || draft.range !== null) ? compare : null,
})

/** What a view adds to the request of a draft. */
export const viewRequest = (
  view: ShownView,
  draft: ReportDraft,
): Pick<ReportRequest, 'relativeDate' | 'from' | 'until' | 'compare'> => {
  const { range, compare } = inForce(view, draft)
  return { ...rangeRequest(range), ...(compare === null ? {} : { compare }) }
}

/** The same for the URL of the saved report. */
export const viewSearch = (view: ShownView, draft: ReportDraft): AddressSearch =>
  writeAddress({ ...OWN_VIEW, ...inForce(view, draft) })
