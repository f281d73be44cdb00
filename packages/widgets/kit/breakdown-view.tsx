import { useMemo } from 'react'
import { HorizontalBars } from '#ui/charts.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { KpiLayout } from '#ui/kpi-layout.tsx'
import type { Mark } from '#ui/mark-action.tsx'
import { breakdownRows } from './breakdown.ts'
import { chartSummary, comparedKpis, comparedWith } from './chart-text.ts'
import { firstDimension, measureNamed } from './result-table.ts'
import type { WidgetViewProps } from './widget-view.ts'

interface BreakdownViewProps extends WidgetViewProps {
  readonly measureId: string
  /** the emphasized KPI; default: the first */
  readonly hero?: string
}

/** KPIs next to one bar per row: by team member, reason, channel or segment. */
export const BreakdownView = ({ measureId, hero, ...props }: BreakdownViewProps) => {
  const { data, comparison, box } = props
  const formats = useFormats()
  const rows = useMemo(() => breakdownRows(data, measureId), [data, measureId])
  const kpis = useMemo(
    () => comparedKpis({ data, comparison }).toSorted((a, b) => Number(b.metric === hero) - Number(a.metric === hero)),
    [data, comparison, hero],
  )
  const measure = measureNamed(data, measureId)
  const valueName = measure?.displayName ?? ''
  const { format = 'number', additive: isAdditive = false } = measure ?? {}
  const subject = `${valueName} by ${(firstDimension(data)?.displayName ?? '').toLowerCase()}`
  const names = rows.map(({ name }) => name)
  const markAt = (category: number): Mark | null => {
    const row = rows[category]
    return row === undefined ? null : { row: row.key, label: row.name, measure: measureId }
  }
  const summary = chartSummary({ subject, names, values: rows.map(({ value }) => value), format }, formats)
  return (
    <KpiLayout
      box={box}
      kpis={kpis}
      comparedWith={comparedWith(props, formats)}
      picture={(room) => <HorizontalBars {...{ rows, format, valueName, summary, isAdditive, markAt }} box={room} />}
    />
  )
}
