import { useMemo } from 'react'
import type { Box } from '#charts/chart.ts'
import { spanOf } from '#charts/chart-notes.ts'
import type { Formats } from '#charts/value-format.ts'
import type { WidgetData } from '#contract/dashboards.ts'
import { HorizontalBars, LineChart, Sparkline } from '#ui/charts.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { KpiLayout } from '#ui/kpi-layout.tsx'
import type { Mark } from '#ui/mark-action.tsx'
import { breakdownRows } from '../kit/breakdown.ts'
import { chartSummary } from '../kit/chart-text.ts'
import { firstDimension, measureNamed, numberAt, placeOf, textAt } from '../kit/result-table.ts'
import type { WidgetView, WidgetViewProps } from '../kit/widget-view.ts'

const GAP = 20
/** Width from which groups and trend are side by side. */
const MIN_FOR_BOTH = 320

type TrendTable = NonNullable<WidgetData['trend']>

const trendSeries = (trend: TrendTable, formats: Formats) => {
  const columnId = firstDimension(trend)?.columnId ?? ''
  const month = placeOf(trend, columnId)
  const measure = measureNamed(trend, 'activeMembers')
  const place = placeOf(trend, measure?.columnId ?? '')
  const names = trend.rows.map((row) => formats.month(textAt(row, month) ?? ''))
  const values = trend.rows.map((row) => numberAt(row, place))
  const series = [{ name: measure?.displayName ?? '', values, color: 0 }]
  const spans = trend.rows.map((row) => spanOf({ [columnId]: textAt(row, month) }))
  return { names, values, spans, data: { categories: names, series, isLastRunning: true } }
}

const Trend = ({ trend, box }: { trend: TrendTable; box: Box }) => {
  const formats = useFormats()
  const { names, values, spans, data } = useMemo(() => trendSeries(trend, formats), [trend, formats])
  const summary = chartSummary({ subject: 'Active members by month', names, values, format: 'integer' }, formats)
  const shared = { data, box, format: 'integer', summary, spans }
  return box.height < 84 || box.width < 150 ? <Sparkline {...shared} /> : <LineChart {...shared} isFilled />
}

const Groups = ({ data, box }: { data: WidgetData; box: Box }) => {
  const formats = useFormats()
  const rows = useMemo(() => breakdownRows(data, 'activeMembers'), [data])
  const subject = `Active members by ${(firstDimension(data)?.displayName ?? '').toLowerCase()}`
  const names = rows.map(({ name }) => name)
  const values = rows.map(({ value }) => value)
  const summary = chartSummary({ subject, names, values, format: 'integer' }, formats)
  const markAt = (category: number): Mark | null => {
    const row = rows[category]
    return row === undefined ? null : { row: row.key, label: row.name, measure: 'activeMembers' }
  }
  return <HorizontalBars {...{ rows, box, summary, markAt }} format="integer" valueName="Active members" />
}

const ClubMemberCountView = ({ data, box }: WidgetViewProps) => {
  const picture = (room: Box) => {
    if (data.trend === undefined) return <Groups data={data} box={room} />
    if (room.width < MIN_FOR_BOTH) return <Trend trend={data.trend} box={room} />
    const width = Math.floor((room.width - GAP) / 2)
    return (
      <div style={{ display: 'flex', gap: GAP }}>
        <div style={{ width }}>
          <Groups data={data} box={{ width, height: room.height }} />
        </div>
        <div style={{ width }}>
          <Trend trend={data.trend} box={{ width, height: room.height }} />
        </div>
      </div>
    )
  }
  return <KpiLayout box={box} kpis={data.kpis} comparedWith={null} picture={picture} />
}

export const view: WidgetView = { View: ClubMemberCountView, skeleton: 'numbers', frame: 'titled' }
