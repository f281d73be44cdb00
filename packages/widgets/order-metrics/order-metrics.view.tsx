import { PeriodView } from '../kit/period-view.tsx'
import type { WidgetView, WidgetViewProps } from '../kit/widget-view.ts'

const OrderMetricsView = (props: WidgetViewProps) => <PeriodView {...props} measureId="orderCount" />

export const view: WidgetView = { View: OrderMetricsView, skeleton: 'numbers', frame: 'titled' }
