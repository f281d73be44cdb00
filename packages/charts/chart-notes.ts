import type { Chart, MarkKey } from './chart.ts'
import { findTimePart } from './report/time-part.ts'
import { DAY_MS } from './time-buckets.ts'

/** Half-open local days. */
export interface DaySpan {
  readonly from: string
  readonly until: string
}

/** What happened on some days, to be marked on charts over time. */
export interface ChartNote extends DaySpan {
  readonly id: string
  readonly title: string
  /** shades its days over the height of the plot */
  readonly isBand: boolean
}

/** The notes of one category, to be drawn below its band. */
export interface NoteMark {
  readonly x: number
  readonly width: number
  /** has a marker: the first day of a note, and every week or month with one */
  readonly hasMarker: boolean
  /** a day, which its notes cover whole */
  readonly isDay: boolean
  /** shaded as a club run: a day or a week */
  readonly isBand: boolean
  readonly category: number
  readonly titles: readonly string[]
}

const dayText = (time: number): string => new Date(time).toISOString().slice(0, 10)

const daysAfter = (day: string, count: number): string => dayText(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS)

const monthSpan = (month: string): DaySpan => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, until: dayText(Date.UTC(year, number, 1)) }
}

/** The days that a category stands for, by its day, week or month; null for other categories. */
export const markSpan = (key: MarkKey): DaySpan | null => {
  for (const [columnId, value] of Object.entries(key)) {
    if (typeof value !== 'string') continue
    const part = findTimePart(columnId)
    if (part === 'month' && /^\d{4}-\d{2}$/.test(value)) return monthSpan(value)
    if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) continue
    if (part === 'day') return { from: value, until: daysAfter(value, 1) }
    if (part === 'week') return { from: value, until: daysAfter(value, 7) }
  }
  return null
}

const WEEK = 7

const isIn = (note: ChartNote, span: DaySpan | null | undefined): boolean =>
  span != null && note.from < span.until && note.until > span.from

/** Where notes are marked: at every category whose days they overlap. `spanAt`: the days of a category; null: it has none. */
export const placeNotes = (
  { bands }: Pick<Chart, 'bands'>,
  spanAt: (category: number) => DaySpan | null,
  notes: readonly ChartNote[],
): readonly NoteMark[] =>
  notes.length === 0
    ? []
    : bands.flatMap(({ category, x, width }): NoteMark[] => {
        const span = spanAt(category)
        const found = notes.filter((note) => isIn(note, span))
        if (span === null || found.length === 0) return []
        const days = (Date.parse(span.until) - Date.parse(span.from)) / DAY_MS
        const before = category === 0 ? null : spanAt(category - 1)
        return [
          {
            x,
            width,
            hasMarker: days > 1 || found.some((note) => !isIn(note, before)),
            isDay: days === 1,
            isBand: days <= WEEK && found.some(({ isBand }) => isBand),
            category,
            titles: found.map(({ title }) => title),
          },
        ]
      })
