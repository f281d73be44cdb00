import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { InsightSeries } from '#contract/insights.ts'
import { NotesLegend } from '#ui/chart-notes.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { ForecastChart } from '#ui/forecast-chart.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { chartPoints, fullPeriod, markedRange, shortPeriod } from '../insight-labels.ts'
import classes from './detail.module.css'
import { Section } from './exact-number.tsx'

type Mode = 'chart' | 'table'

const MODES = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
]

/** A metric over time compared with its forecast, as a chart or a table. */
export const SeriesSection = ({ series }: { series: InsightSeries }) => {
  const [mode, setMode] = useState<Mode>('chart')
  if (series.points.length === 0) return null
  return (
    <Section
      title={`${series.label} by ${series.grain}`}
      tools={
        <SegmentedControl
          size="xs"
          aria-label={`${series.label} as`}
          data={MODES}
          value={mode}
          onChange={(value) => setMode(value === 'table' ? 'table' : 'chart')}
        />
      }
    >
      {mode === 'chart' ? <SeriesChart series={series} /> : <SeriesTable series={series} />}
    </Section>
  )
}

const hasForecast = ({ points }: InsightSeries): boolean => points.some(({ expected }) => expected !== null)

/** Pixels of the plot. */
const HEIGHT = 260

const SeriesChart = ({ series }: { series: InsightSeries }) => {
  const { label, format, grain, points } = series
  const formats = useFormats()
  const drawn = useMemo(
    () => ({
      points: chartPoints(points),
      marked: markedRange(points),
      categories: points.map((point) => shortPeriod(point, grain, formats)),
      titles: points.map((point) => fullPeriod(point, grain, formats)),
    }),
    [points, grain, formats],
  )
  return (
    <>
      <ul className={`bare-list ${classes.legend}`} aria-hidden>
        <li data-key="line">{label}</li>
        {hasForecast(series) && <li data-key="expected">Expected</li>}
        {hasForecast(series) && <li data-key="interval">Normal range</li>}
        {drawn.marked !== null && <li data-key="marked">Period of this insight</li>}
      </ul>
      <ForecastChart
        {...drawn}
        spans={points}
        format={format}
        valueName={label}
        summary={`${label} by ${grain}, ${points.length} periods. Use the arrow keys to read them.`}
        height={HEIGHT}
      />
      <NotesLegend />
      {hasForecast(series) && (
        <p className={classes.hint}>Normal range: four out of five times, the {grain} is expected to fall within it.</p>
      )}
    </>
  )
}

const SeriesTable = ({ series }: { series: InsightSeries }) => {
  const { label, format, grain, points } = series
  const formats = useFormats()
  const withForecast = hasForecast(series)
  const columns = [
    { key: 'period', title: grain === 'day' ? 'Day' : grain === 'week' ? 'Week' : 'Month', format: 'text' },
    { key: 'value', title: label, format },
    ...(withForecast
      ? [
          { key: 'expected', title: 'Expected', format },
          { key: 'low', title: 'From', format },
          { key: 'high', title: 'To', format },
        ]
      : []),
  ]
  const rows = points.toReversed().map((point) => {
    const { value, expected, low, high, isMarked } = point
    const name = fullPeriod(point, grain, formats)
    return [isMarked ? `● ${name}` : name, value, ...(withForecast ? [expected, low, high] : [])]
  })
  return (
    <div className={classes.seriesTable}>
      <DataTable caption={`${label} by ${grain}; ● marks the period of this insight`} columns={columns} rows={rows} />
    </div>
  )
}
