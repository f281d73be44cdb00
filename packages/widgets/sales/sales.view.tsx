import { PeriodView } from '../kit/period-view.tsx'
import type { WidgetView, WidgetViewProps } from '../kit/widget-view.ts'

const SalesView = (props: WidgetViewProps) => <PeriodView {...props} measureId="netSales" />

export const view: WidgetView = { View: SalesView, skeleton: 'numbers', frame: 'titled' }
