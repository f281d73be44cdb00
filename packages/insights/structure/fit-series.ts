import type { HolidayCalendar } from '../calendar/holidays.ts'
import type { Series, SeriesGrain } from '../series/series.ts'
import { createDesign, type Design } from './design.ts'
import { type Filtered, filter } from './filter.ts'
import type { Prediction } from './predict.ts'
import type { Drift } from './state.ts'

/** Drift rates of the level; the best one is selected while filtering. */
const DRIFTS: Readonly<Record<SeriesGrain, readonly Drift[]>> = {
  day: [
    { level: 1e-5, weekday: 1e-6 },
    { level: 1.5e-4, weekday: 1e-5 },
    { level: 1.5e-3, weekday: 3e-5 },
  ],
  week: [
    { level: 1e-4, weekday: 0 },
    { level: 1e-3, weekday: 0 },
    { level: 8e-3, weekday: 0 },
  ],
  month: [
    { level: 1e-3, weekday: 0 },
    { level: 1e-2, weekday: 0 },
  ],
}

export interface FitInput {
  readonly series: Series
  readonly holidays: HolidayCalendar
  /** amount of the metric per random event */
  readonly unit: number
  /** lengths of windows to predict in addition to single periods */
  readonly windows?: readonly number[]
}

export interface Fit {
  readonly series: Series
  readonly design: Design
  readonly unit: number
  /** prediction of the window of `length` periods that starts at the index, from earlier values, in counts */
  predictionAt(index: number, length: number): Prediction | null
  /** at the end of the series */
  readonly last: Filtered
  readonly drift: Drift
}

// A design depends only on its key, and caches the days it was asked for.
const designs = new WeakMap<HolidayCalendar, Map<SeriesGrain, Design>>()

const designOf = (grain: SeriesGrain, holidays: HolidayCalendar): Design => {
  const ofCalendar = designs.get(holidays) ?? new Map<SeriesGrain, Design>()
  designs.set(holidays, ofCalendar)
  const design = ofCalendar.get(grain) ?? createDesign(grain, holidays)
  ofCalendar.set(grain, design)
  return design
}

/** Filters the series with each drift; each period uses the drift that predicted the previous periods best. */
export const fitSeries = ({ series, holidays, unit, windows = [] }: FitInput): Fit => {
  const design = designOf(series.grain, holidays)
  const drifts = DRIFTS[series.grain]
  const all = drifts.map((drift) => filter({ series, design, unit, drift, windows }))
  const bestBefore = (index: number): number => {
    let best = 0
    for (const [at, { evidence }] of all.entries()) {
      if ((evidence[index] ?? 0) > (all[best]?.evidence[index] ?? 0)) best = at
    }
    return best
  }
  const lastBest = bestBefore(series.values.length)
  const [last, drift] = [all[lastBest], drifts[lastBest]]
  if (last === undefined || drift === undefined) throw new RangeError('A series is read at one speed at least')
  return {
    series,
    design,
    unit,
    last,
    drift,
    predictionAt: (index, length) => {
      const best = all[bestBefore(index)]
      const predictions = length === 1 ? best?.single : best?.together[windows.indexOf(length)]
      return predictions?.[index] ?? null
    },
  }
}
