import type { AskedReport } from '../../ask/question-address.ts'
import { type AddressSearch, columnIdFromRef, OWN_VIEW, type ReportView, writeAddress } from '../address/report-view.ts'
import { rangeRequest } from '../query/report-request.ts'

/** What the definition cannot contain: a custom range. */
export type ShownView = Pick<ReportView, 'range'>

export const OWN_DAYS: ShownView = { range: OWN_VIEW.range }

/** The range of an answered question. */
export const askedView = ({ definition, from, until }: AskedReport): ShownView => {
  const { columnName } = definition.relativeDateFilter ?? {}
  const column = columnName === undefined ? null : columnIdFromRef({ columnName })
  const range =
    from === undefined || until === undefined ? OWN_VIEW.range : { kind: 'days' as const, column, from, until }
  return { range }
}

/** What a view adds to the request of a draft. */
export const viewRequest = ({ range }: ShownView) => rangeRequest(range)

/** The same for the URL of the saved report. */
export const viewSearch = (view: ShownView): AddressSearch => writeAddress({ ...OWN_VIEW, ...view })
