import { lazy, Suspense } from 'react'
import { useFormats } from '#ui/formats-context.tsx'
import { KpiLayout } from '#ui/kpi-layout.tsx'
import { comparedKpis, comparedWith } from '../kit/chart-text.ts'
import type { WidgetView, WidgetViewProps } from '../kit/widget-view.ts'

// Charts of reports, tables and pivots are not on the first dashboard, so they are loaded on demand.
const ReportPicture = lazy(() => import('./report-picture.tsx').then((m) => ({ default: m.ReportPicture })))

const ReportView = (props: WidgetViewProps) => {
  const formats = useFormats()
  const { data, box } = props
  if (data.report?.show === 'number')
    return <KpiLayout box={box} kpis={comparedKpis(props)} comparedWith={comparedWith(props, formats)} />
  return (
    <Suspense fallback={null}>
      <ReportPicture {...props} />
    </Suspense>
  )
}

export const view: WidgetView = { View: ReportView, skeleton: 'block', frame: 'titled' }
