import { useMemo } from 'react'
import type { Box } from '#charts/chart.ts'
import { BarChart, LineChart } from '#ui/charts.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { KpiLayout } from '#ui/kpi-layout.tsx'
import { Legend, legendHeight, useHiddenSeries } from '#ui/legend.tsx'
import type { Mark } from '#ui/mark-action.tsx'
import { chartSummary, comparedKpis, comparedWith } from '../kit/chart-text.ts'
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
  const all = useMemo(
    () => monthChart(series, { range, compareRange }, formats),
    [series, range, compareRange, formats],
  )
  const { hidden, toggle } = useHiddenSeries(all.series.map(({ name }) => name))
  const chart = useMemo(() => ({ ...all, series: all.series.filter(({ name }) => !hidden.has(name)) }), [all, hidden])
  const measure = measureNamed(data, measureId)
  const format = measure?.format ?? 'number'
  const kpis = comparedKpis(props).toSorted((a, b) => Number(b.metric === measureId) - Number(a.metric === measureId))
  const titles = series.months.map((month) => formats.month(month, 'full').replace(/\s*\d{4}/, ''))
  const subject = `${measure?.displayName ?? ''} by month`
  const summary = chartSummary({ subject, names: titles, values: series.current, format }, formats)

  const markAt = (category: number): Mark | null => {
    const month = series.months[category]
    return month === undefined
      ? null
      : { row: { orderMonth: month }, label: formats.month(month, 'full'), measure: measureId }
  }
  const picture = (room: Box) => {
    const hasBars = measure?.additive !== false
    const hasLegend = room.height >= MIN_WITH_LEGEND
    const height = hasLegend ? room.height - legendHeight(all.series, room.width) : room.height
    const shared = {
      data: chart,
      titles,
      summary,
      format,
      box: { width: room.width, height },
      hasAxes: hasLegend,
      markAt,
    }
    return (
      <div>
        {hasLegend ? (
          <Legend
            entries={all.series.toReversed()}
            hasBars={hasBars}
            width={room.width}
            hidden={hidden}
            onToggle={toggle}
          />
        ) : null}
        {hasBars ? <BarChart {...shared} mode="grouped" /> : <LineChart {...shared} />}
      </div>
    )
  }
  return <KpiLayout box={box} kpis={kpis} comparedWith={comparedWith(props, formats)} picture={picture} />
}

export const view: WidgetView = { View: SalesSummaryView, skeleton: 'numbers', frame: 'titled' }
