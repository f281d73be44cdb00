import { BreakdownView } from '../kit/breakdown-view.tsx'
import type { WidgetView, WidgetViewProps } from '../kit/widget-view.ts'

const TastingExperienceView = (props: WidgetViewProps) => <BreakdownView {...props} measureId="guests" />

export const view: WidgetView = { View: TastingExperienceView, skeleton: 'numbers', frame: 'titled' }
