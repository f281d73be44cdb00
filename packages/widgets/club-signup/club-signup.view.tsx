import { BreakdownView } from '../kit/breakdown-view.tsx'
import type { WidgetView, WidgetViewProps } from '../kit/widget-view.ts'

const ClubSignupView = (props: WidgetViewProps) => <BreakdownView {...props} measureId="clubSignups" />

export const view: WidgetView = { View: ClubSignupView, skeleton: 'numbers', frame: 'titled' }
