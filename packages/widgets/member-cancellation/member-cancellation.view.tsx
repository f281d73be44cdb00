import { BreakdownView } from '../kit/breakdown-view.tsx'
import type { WidgetView, WidgetViewProps } from '../kit/widget-view.ts'

const MemberCancellationView = (props: WidgetViewProps) => <BreakdownView {...props} measureId="cancellations" />

export const view: WidgetView = { View: MemberCancellationView, skeleton: 'numbers', frame: 'titled' }
