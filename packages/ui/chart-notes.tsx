import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo } from 'react'
import type { Chart } from '#charts/chart.ts'
import { type ChartNote, type DaySpan, markSpan, type NoteMark, placeNotes } from '#charts/chart-notes.ts'
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

export interface NotedChart {
  /** what its categories stand for */
  readonly markAt?: MarkAt | undefined
  /** days of its categories, where the marks do not say them */
  readonly spans?: readonly (DaySpan | null)[] | undefined
}

/** The marks of a chart whose categories are days, weeks or months. */
export const useNoteMarks = (chart: Chart, { markAt, spans }: NotedChart): readonly NoteMark[] => {
  const context = useContext(ChartNotesContext)
  const spanAt = useCallback(
    (category: number): DaySpan | null =>
      spans === undefined ? markSpan(markAt?.(category, null)?.row ?? {}) : (spans[category] ?? null),
    [markAt, spans],
  )
  const isOverTime = spanAt(0) !== null
  const onNeeded = context?.onNeeded
  useEffect(() => {
    if (isOverTime) onNeeded?.()
  }, [isOverTime, onNeeded])
  const notes = context?.notes
  return useMemo(
    () => (isOverTime && notes !== undefined ? placeNotes(chart, spanAt, notes) : NONE),
    [chart, spanAt, notes, isOverTime],
  )
}

/** Pixels of a marker from its middle, of its height, and of the line below the days of a note. */
const HALF = 4
const TALL = 5
const LINE = 2

/** What the markers and shades mean; hidden while no chart of the page has any. */
export const NotesLegend = () => (
  <p className={classes.legend}>
    <span className={classes.marked}>
      <svg width={2 * HALF} height={TALL} aria-hidden>
        <path d={`M0 ${TALL}H${2 * HALF}L${HALF} 0Z`} className={classes.note} />
      </svg>
      Calendar note
    </span>
    <span className={classes.shaded}>
      <span className={classes.swatch} />
      Club run
    </span>
  </p>
)

/** Markers between the plot and the names of its categories, where no bar or label is, and the shades of club runs. */
export const NoteMarks = ({ marks, chart: { plot, height } }: { marks: readonly NoteMark[]; chart: Chart }) => {
  const bottom = Math.min(plot.y + plot.height, height)
  return (
    <>
      {marks.map(({ category, x, width, isBand, isDay, hasMarker }) => {
        const middle = x + width / 2
        return (
          <g key={category} data-note={isBand ? 'run' : 'note'}>
            {isBand ? (
              <rect {...{ x, width }} y={plot.y} height={Math.max(0, bottom - plot.y)} className={classes.band} />
            ) : null}
            {isDay ? <rect {...{ x, width }} y={bottom} height={LINE} className={classes.note} /> : null}
            {hasMarker ? (
              <path
                d={`M${middle - HALF} ${bottom + TALL + 1}H${middle + HALF}L${middle} ${bottom + 1}Z`}
                className={classes.note}
              />
            ) : null}
          </g>
        )
      })}
    </>
  )
}
