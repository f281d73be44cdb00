import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ChartNote } from '#charts/chart-notes.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { useHiddenKinds } from './listed-notes.ts'

const YEARS_BACK = 4

/** The days whose notes charts mark: the last years and the next. */
export const markedDays = (now: Date): { readonly from: string; readonly until: string } => {
  const year = now.getUTCFullYear()
  return { from: `${year - YEARS_BACK}-01-01`, until: `${year + 2}-01-01` }
}

/** Loads the notes of the kinds that are shown. Renders nothing. */
export const NoteLoader = ({ onLoaded }: { readonly onLoaded: (notes: readonly ChartNote[]) => void }) => {
  const { queries } = useRuntime()
  const hidden = useHiddenKinds()
  const { data } = useQuery(queries.calendar.list.queryOptions({ input: markedDays(new Date()) }))
  useEffect(() => {
    const shown = (data ?? []).filter(({ kind }) => !hidden.includes(kind))
    onLoaded(shown.map(({ id, title, from, until, kind }) => ({ id, title, from, until, isBand: kind === 'release' })))
  }, [data, hidden, onLoaded])
  return null
}
