import { useMemo } from 'react'
import type { Box } from '#charts/chart.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { KpiLayout } from '#ui/kpi-layout.tsx'
import { comparedKpis, comparedWith } from '../kit/chart-text.ts'
import { bucketTitle } from '../kit/period-chart.ts'
import { PeriodPicture } from '../kit/period-view.tsx'
import { measureNamed } from '../kit/result-table.ts'
import type { WidgetView, WidgetViewProps } from '../kit/widget-view.ts'
import { monthChart } from './month-chart.ts'
import { monthSeries } from './month-series.ts'

/** Height from which a legend leaves enough space for the chart. */
const MIN_WITH_LEGEND = 90

const SalesSummaryView = (props: WidgetViewProps) => {
  const { data, range, compareRange, comparison, settings, box } = props
  const formats = useFormats()
  const measureId = typeof settings.column === 'string' ? settings.column : 'netSales'
  const series = useMemo(
    () => monthSeries({ data, range, compareRange, comparison }, measureId),
    [data, range, compareRange, comparison, measureId],
  )
  const chart = useMemo(
    () => monthChart(series, { range, compareRange, comparison }, formats),
    [series, range, compareRange, comparison, formats],
  )
  const column = measureNamed(data, measureId)
  const measure = { id: measureId, name: column?.displayName ?? '', format: column?.format ?? 'number' }
  const kpis = comparedKpis(props).toSorted((a, b) => Number(b.metric === measureId) - Number(a.metric === measureId))
  const kind = column?.additive === false ? 'line' : 'grouped'
  // The same bucket of two years.
  const titles = series.buckets.map((bucket) => bucketTitle(bucket, series, formats).replace(/,?\s*\d{4}/, ''))
  const picture = (room: Box) => {
    const hasAxes = room.height >= MIN_WITH_LEGEND
    const legend = hasAxes ? chart.series.toReversed() : null
    return <PeriodPicture {...{ series, chart, measure, titles, kind, legend, hasAxes }} box={room} />
  }
  return <KpiLayout box={box} kpis={kpis} comparedWith={comparedWith(props, formats)} picture={picture} />
}

export const view: WidgetView = { View: SalesSummaryView, skeleton: 'numbers', frame: 'titled' }
