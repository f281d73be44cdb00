import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { SavedFilterBar } from '#contract/filter-bar.ts'
import { type BarView, readBar, savedBarView, writeBar } from './bar-view.ts'

export interface BarInAddress {
  readonly view: BarView
  /** what the dashboard opens with */
  readonly saved: BarView
  /** pushes a history entry, so that Back undoes it */
  readonly change: (change: Partial<BarView>) => void
  /** removes the differences from the address */
  readonly reset: () => void
}

/** Does the work once the browser has painted what has changed so far. */
const afterPaint = (work: () => void): void => void requestAnimationFrame(() => setTimeout(work))

/** The bar in the address; what the address leaves out is as saved with the dashboard. */
export const useFilterBar = (stored: SavedFilterBar | null): BarInAddress => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const saved = useMemo(() => savedBarView(stored), [stored])
  const view = useMemo(() => readBar(search, saved), [search, saved])
  const change = useCallback(
    (part: Partial<BarView>) => {
      // The panel closes first: all tiles are rendered again, which takes a phone longer than a touch may wait.
      afterPaint(() => void navigate({ to: '.', search: writeBar({ ...view, ...part }, saved), resetScroll: false }))
    },
    [navigate, view, saved],
  )
  const reset = useCallback(() => {
    void navigate({ to: '.', search: {}, replace: true, resetScroll: false })
  }, [navigate])
  return { view, saved, change, reset }
}
