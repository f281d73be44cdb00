import { useMemo } from 'react'
import type { Box } from '#charts/chart.ts'
import type { WidgetData } from '#contract/dashboards.ts'
import { HorizontalBars, LineChart, Sparkline } from '#ui/charts.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { KpiLayout } from '#ui/kpi-layout.tsx'
import type { Mark } from '#ui/mark-action.tsx'
import { breakdownRows } from '../kit/breakdown.ts'
import { chartSummary } from '../kit/chart-text.ts'
import { firstDimension } from '../kit/result-table.ts'
import type { WidgetView, WidgetViewProps } from '../kit/widget-view.ts'
import { type MemberTrend, memberTrend } from './member-trend.ts'

const GAP = 20
/** Width from which groups and trend are side by side. */
const MIN_FOR_BOTH = 320

const Trend = ({ trend, box }: { trend: MemberTrend; box: Box }) => {
  const formats = useFormats()
  const { names, values, spans, data } = useMemo(() => memberTrend(trend, formats), [trend, formats])
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
  return <HorizontalBars {...{ rows, box, summary, markAt }} format="integer" valueName="Active members" isAdditive />
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
