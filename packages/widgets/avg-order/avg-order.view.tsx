import { BreakdownView } from '../kit/breakdown-view.tsx'
import type { WidgetView, WidgetViewProps } from '../kit/widget-view.ts'

const AvgOrderView = (props: WidgetViewProps) => <BreakdownView {...props} measureId="averageOrder" />

export const view: WidgetView = { View: AvgOrderView, skeleton: 'numbers', frame: 'titled' }
