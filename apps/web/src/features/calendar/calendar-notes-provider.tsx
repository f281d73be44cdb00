import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import type { ChartNote } from '#charts/chart-notes.ts'
import { ChartNotesProvider } from '#ui/chart-notes.tsx'

/** The tiles of a dashboard are loaded and drawn first. */
const DELAY_MS = 500

// Charts are drawn before their notes are loaded, and without notes if the code cannot be loaded.
const NoteLoader = lazy(() =>
  import('./note-loader.tsx').then((module) => ({ default: module.NoteLoader })).catch(() => ({ default: () => null })),
)

/** Marks the account's calendar notes on every chart over time below. */
export const CalendarNotesProvider = ({ children }: { readonly children: ReactNode }) => {
  const [isNeeded, setNeeded] = useState(false)
  const [notes, setNotes] = useState<readonly ChartNote[]>([])
  const onNeeded = useCallback(() => {
    window.setTimeout(() => setNeeded(true), DELAY_MS)
  }, [])
  const value = useMemo(() => ({ notes, onNeeded }), [notes, onNeeded])
  return (
    <ChartNotesProvider value={value}>
      {children}
      <Suspense fallback={null}>{isNeeded ? <NoteLoader onLoaded={setNotes} /> : null}</Suspense>
    </ChartNotesProvider>
  )
}
