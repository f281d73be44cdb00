import type { Box, Value } from '../chart.ts'
import { findStateCode, stateName } from '../map/state-shapes.ts'
import { usMap } from '../map/us-map.ts'
import type { Formats } from '../value-format.ts'
import { numberIn, type ReportChartInput } from './report-data.ts'
import {
  buildTooltip,
  chartTitle,
  findMark,
  otherFigures,
  type ReportDrawing,
  summarizeSeries,
} from './report-drawing.ts'
import { lowerFirst, type ReportSeries } from './report-series.ts'

interface Frame extends Pick<ReportChartInput, 'columns' | 'rows' | 'totalRows' | 'formats'> {
  readonly box: Box
}

/** Lays out a map, or returns null where the rows are no states or are split. */
export type DrawMap = (data: ReportSeries, frame: Frame) => ReportDrawing | null

/** Values that a note lists by name. */
const MOST_NAMED = 3

/** The rows of one state, which may be written in several ways: `CA`, `California`. */
const combined = ({ measure }: ReportSeries, values: readonly Value[], rows: readonly number[]): Value => {
  const own = rows.map((row) => values[row] ?? null)
  if (own.length === 1 || !measure.additive) return own.length === 1 ? (own[0] ?? null) : null
  return own.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

/** Other countries, and what has no state. */
const notOnMap = (
  { titles, keys, x, measure }: ReportSeries,
  values: readonly Value[],
  rows: readonly number[],
  formats: Formats,
) => {
  const isBlank = (row: number): boolean => (keys[row]?.[x.columnId] ?? null) === null
  const write = (row: number): string => formats.figure(values[row] ?? null, measure.format)
  const blank = rows.filter(isBlank).map((row) => `${write(row)} has no ${lowerFirst(x.displayName)}.`)
  const others = rows.filter((row) => !isBlank(row))
  const sorted = others.toSorted((a, b) => Math.abs(values[b] ?? 0) - Math.abs(values[a] ?? 0))
  const named = sorted.slice(0, MOST_NAMED).map((row) => `${titles[row] ?? ''} ${write(row)}`)
  const rest = others.length - named.length
  const all = rest > 0 ? [...named, `${rest} more`] : named
  const last = all.at(-1) ?? ''
  const list = all.length < 3 ? all.join(' and ') : `${all.slice(0, -1).join(', ')}, and ${last}`
  return [...blank, ...(all.length === 0 ? [] : [`Not on the map: ${list}.`])]
}

export const drawMap: DrawMap = (whole, frame) => {
  const { box, formats } = frame
  const measured = whole.series.find(({ isComparison }) => !isComparison)
  if (whole.split !== null || measured === undefined) return null
  // a map shows one measure, and its comparison on request
  const data = { ...whole, series: whole.series.filter(({ color }) => color === measured.color) }
  const { titles, measure } = data
  const codes = titles.map(findStateCode)
  const rowsOf = Map.groupBy([...titles.keys()], (row) => codes[row] ?? null)
  const unplaced = rowsOf.get(null) ?? []
  const states = [...rowsOf].flatMap(([code, rows]) => (code === null ? [] : [{ code, rows }]))
  if (states.length === 0) return null
  const values = new Map(states.map(({ code, rows }) => [code, combined(data, measured.values, rows)]))
  const tooltipOf = buildTooltip(data, formats)
  const tooltip: ReportDrawing['tooltip'] = (category) => {
    const { code = '', rows = [] } = states[category] ?? {}
    const lines = rows.flatMap((row) => {
      const own = tooltipOf(row)
      return rows.length === 1 ? own.lines : own.lines.map((line) => ({ ...line, name: `${own.title}, ${line.name}` }))
    })
    const own = frame.rows.find((row) => row[data.x.index] === data.keys[rows[0] ?? -1]?.[data.x.columnId])
    const [part, total] = [own, frame.totalRows?.[0]].map((row) => numberIn(row, measure.index) ?? 0)
    const share = part && total && measure.additive ? [`Share: ${formats.value(part / total, 'percent')}`] : []
    const notes = rows.length > 1 ? [] : [...share, ...otherFigures(own, measure, frame)]
    return { title: stateName(code), lines, notes }
  }
  return {
    chart: usMap({ values, box, writeValue: (value) => formats.compact(value, measure.format) }),
    legend: [],
    notes: [...data.notes, ...notOnMap(data, measured.values, unplaced, formats)],
    title: chartTitle(data),
    summary: summarizeSeries(data, formats),
    tooltip,
    markAt: (category) => {
      const { code = '', rows: [row, ...more] = [] } = states[category] ?? {}
      const mark = row === undefined || more.length > 0 ? null : findMark(data, row, null)
      return mark && { ...mark, label: stateName(code) }
    },
  }
}
