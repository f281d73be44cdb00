import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { readAddress } from './address/read-address.ts'
import type { ReportView } from './address/report-view.ts'
import { writeAddress } from './address/report-view.ts'
import { reportSubject } from './query/report-request.ts'
import type { LoadedReport } from './query/report-subject.ts'

export interface ViewInAddress {
  readonly view: ReportView
  /** parts of the URL that were ignored */
  readonly problems: readonly string[]
  /** pushes a history entry; starts at the first page unless specified */
  readonly change: (change: Partial<ReportView>) => void
  /** replaces the history entry */
  readonly replace: (change: Partial<ReportView>) => void
  /** replaces the URL while scrolling */
  readonly followPage: (page: number) => void
}

/** Parts of a URL that name what is shown: a report that is not saved by its definition, how a report is grouped, a page by its key. */
const NAMES = ['definition', 'by', 'service', 'group'] as const

/** The view in the URL, and functions to change it. */
export const useReportView = (report: LoadedReport): ViewInAddress => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { view, problems } = useMemo(() => readAddress(search, reportSubject(report)), [search, report])
  const show = useCallback(
    (next: ReportView, replace: boolean) => {
      const named = Object.fromEntries(
        NAMES.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
      )
      void navigate({ to: '.', search: { ...named, ...writeAddress(next) }, replace, resetScroll: false })
    },
    [navigate, search],
  )
  const change = useCallback((part: Partial<ReportView>) => show({ ...view, page: 1, ...part }, false), [show, view])
  const replace = useCallback((part: Partial<ReportView>) => show({ ...view, ...part }, true), [show, view])
  const followPage = useCallback(
    (page: number) => {
      if (page !== view.page) show({ ...view, page }, true)
    },
    [show, view],
  )
  return { view, problems, change, replace, followPage }
}

/** Whether the page is being printed, and a function that prints it with all rows rendered. */
export const usePrinting = (): readonly [isPrinted: boolean, print: () => void] => {
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    const begin = (): void => flushSync(() => setPrinted(true))
    const end = (): void => setPrinted(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return [isPrinted, () => window.print()]
}
