import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { readAddress } from './address/read-address.ts'
import type { ReportView } from './address/report-view.ts'
import { writeAddress } from './address/write-address.ts'
import { subjectOf } from './query/report-request.ts'
import type { LoadedReport } from './query/report-subject.ts'

export interface ViewInAddress {
  readonly view: ReportView
  /** what the address says that was not understood */
  readonly problems: readonly string[]
  /** a step that Back takes back; it begins at the first page unless it says otherwise */
  readonly change: (change: Partial<ReportView>) => void
  /** the address follows the scrolling without a step of its own */
  readonly followPage: (page: number) => void
}

/** The view that the address bar holds, and how it is changed. */
export const useReportView = (report: LoadedReport): ViewInAddress => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { view, problems } = useMemo(() => readAddress(search, subjectOf(report)), [search, report])
  const show = useCallback(
    (next: ReportView, replace: boolean) => {
      void navigate({ to: '.', search: writeAddress(next), replace, resetScroll: false })
    },
    [navigate],
  )
  const change = useCallback((part: Partial<ReportView>) => show({ ...view, page: 1, ...part }, false), [show, view])
  const followPage = useCallback(
    (page: number) => {
      if (page !== view.page) show({ ...view, page }, true)
    },
    [show, view],
  )
  return { view, problems, change, followPage }
}
