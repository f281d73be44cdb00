import { useMemo } from 'react'
import { HorizontalBars } from '#ui/charts.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { KpiLayout } from '#ui/kpi-layout.tsx'
import { breakdownRows } from './breakdown.ts'
import { chartSummary, comparedWith } from './chart-text.ts'
import { firstDimension, measureNamed } from './result-table.ts'
import type { WidgetViewProps } from './widget-view.ts'

interface BreakdownViewProps extends WidgetViewProps {
  readonly measureId: string
  /** the emphasized KPI; default: the first */
  readonly hero?: string
}

/** KPIs next to one bar per row: by team member, reason, channel or segment. */
export const BreakdownView = ({ data, compareRange, box, measureId, hero }: BreakdownViewProps) => {
  const formats = useFormats()
  const rows = useMemo(() => breakdownRows(data, measureId), [data, measureId])
  const kpis = useMemo(
    () => data.kpis.toSorted((a, b) => Number(b.metric === hero) - Number(a.metric === hero)),
    [data.kpis, hero],
  )
  const measure = measureNamed(data, measureId)
  const valueName = measure?.displayName ?? ''
  const format = measure?.format ?? 'number'
  const subject = `${valueName} by ${(firstDimension(data)?.displayName ?? '').toLowerCase()}`
  const names = rows.map(({ name }) => name)
  const summary = chartSummary({ subject, names, values: rows.map(({ value }) => value), format }, formats)
  return (
    <KpiLayout
      box={box}
      kpis={kpis}
      comparedWith={comparedWith(compareRange, formats)}
      picture={(room) => <HorizontalBars {...{ rows, format, valueName, summary }} box={room} />}
    />
  )
}
