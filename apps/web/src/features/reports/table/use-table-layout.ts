import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useCurrentUser } from '#web/app/current-user.ts'
import { readDraft, removeDraft, serializeStored, writeStored } from '#web/app/draft/draft-storage.ts'
import { columnIdFromRef, type ReportView } from '../address/report-view.ts'
import type { LoadedReport } from '../query/report-subject.ts'
import type { ViewInAddress } from '../use-report-view.ts'
import {
  isOwnLayout,
  type LayoutInForce,
  layoutInForce,
  OWN_LAYOUT,
  parseLayout,
  type TableLayout,
} from './table-layout.ts'

/** The name of a report that can be opened again; null for one that is not saved. */
export const savedName = ({ ref }: LoadedReport): string | null =>
  'builtin' in ref ? ref.builtin : 'id' in ref ? ref.id : null

export interface ArrangedTable {
  readonly layout: LayoutInForce
  readonly arrange: (change: Partial<TableLayout>) => void
  /** back to the report's own columns, order, widths and formats; null: they are shown */
  readonly reset: (() => void) | null
}

/**
 * The view in the URL, and the reader's pins, widths and formats. A URL without columns gets those that the reader chose on an earlier
 * visit, so that a copied link shows the same; a link that names columns is followed. `name`: what they are stored by in this browser,
 * for each user; null: they are not stored.
 */
export const useTableLayout = (
  report: LoadedReport,
  { view, change, replace }: Pick<ViewInAddress, 'view' | 'change' | 'replace'>,
  name: string | null,
) => {
  const user = useCurrentUser()?.id ?? ''
  const key = name === null ? null : ['cuvee.table-layout', user, name].join('.')
  const [layout, setLayout] = useState(() =>
    key === null ? OWN_LAYOUT : parseLayout(readDraft(key), report.definition.columns.map(columnIdFromRef)),
  )
  // Once, so that going back to a page without columns in its URL is not undone.
  const opened = useRef({ columns: view.columns === null ? layout.columns : null, replace })
  useEffect(() => {
    const { columns, replace: show } = opened.current
    if (columns !== null) show({ columns })
  }, [])
  const keep = useCallback(
    (next: TableLayout) => {
      setLayout(next)
      if (key === null) return
      if (isOwnLayout(next)) removeDraft(key)
      else writeStored(key, serializeStored(next))
    },
    [key],
  )
  const arrange = useCallback((part: Partial<TableLayout>) => keep({ ...layout, ...part }), [keep, layout])
  const changeView = useCallback(
    (part: Partial<ReportView>) => {
      if (part.columns !== undefined) arrange({ columns: part.columns })
      change(part)
    },
    [arrange, change],
  )
  const reset = useCallback(() => {
    keep(OWN_LAYOUT)
    if (view.columns !== null) change({ columns: null })
  }, [keep, change, view.columns])
  const { columns } = report.definition
  const isOwn = isOwnLayout(layout) && view.columns === null
  const table: ArrangedTable = useMemo(
    () => ({ layout: layoutInForce(layout, columns), arrange, reset: isOwn ? null : reset }),
    [layout, columns, arrange, reset, isOwn],
  )
  return { view, change: changeView, table }
}
