import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import type { Chart } from '#charts/chart.ts'
import { type ChartNote, type NoteMark, placeNotes, spanOf } from '#charts/chart-notes.ts'
import classes from './chart-notes.module.css'
import type { MarkAt } from './mark-action.tsx'

/** Notes to mark on charts over time. */
export interface ChartNotes {
  readonly notes: readonly ChartNote[]
  /** called when a chart over time is shown, so that notes are loaded only then */
  readonly onNeeded: () => void
}

const ChartNotesContext = createContext<ChartNotes | null>(null)

/** Provides the notes of the charts below. */
export const ChartNotesProvider = ({ value, children }: { value: ChartNotes; children: ReactNode }) => (
  <ChartNotesContext value={value}>{children}</ChartNotesContext>
)

const NONE: readonly NoteMark[] = []

/** The marks of a chart; its categories are days, weeks or months by what they stand for. */
export const useNoteMarks = (chart: Chart, markAt: MarkAt | undefined): readonly NoteMark[] => {
  const context = useContext(ChartNotesContext)
  const first = markAt?.(0, null) ?? null
  const isOverTime = first !== null && spanOf(first.row) !== null
  const onNeeded = context?.onNeeded
  useEffect(() => {
    if (isOverTime) onNeeded?.()
  }, [isOverTime, onNeeded])
  const notes = context?.notes
  return useMemo(() => {
    if (!isOverTime || notes === undefined || markAt === undefined) return NONE
    const spanAt = (category: number) => spanOf(markAt(category, null)?.row ?? {})
    return placeNotes(chart, spanAt, notes)
  }, [chart, markAt, notes, isOverTime])
}

/** Pixels of a marker from its middle, of its height, and of the line above the days of a note. */
const HALF = 4
const TALL = 6
const LINE = 2

/** Markers at the top of the plot, and the shades of club runs. */
export const NoteMarks = ({ marks, chart: { plot, height } }: { marks: readonly NoteMark[]; chart: Chart }) => {
  const bottom = Math.min(plot.y + plot.height, height)
  const top = Math.max(0, plot.y - TALL - 1)
  return (
    <>
      {marks.map(({ category, x, width, isBand, isDay, hasMarker }) => {
        const middle = x + width / 2
        return (
          <g key={category} data-note={category}>
            {isBand ? (
              <rect {...{ x, width }} y={plot.y} height={Math.max(0, bottom - plot.y)} className={classes.band} />
            ) : null}
            {isDay ? <rect {...{ x, width }} y={top} height={LINE} className={classes.note} /> : null}
            {hasMarker ? (
              <path d={`M${middle - HALF} ${top}H${middle + HALF}L${middle} ${top + TALL}Z`} className={classes.note} />
            ) : null}
          </g>
        )
      })}
    </>
  )
}
