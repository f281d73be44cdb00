import { BreakdownView } from '../kit/breakdown-view.tsx'
import type { WidgetView, WidgetViewProps } from '../kit/widget-view.ts'

const MEAN = { measureId: 'lifetimeValue', hero: 'meanLifetimeValue' }
const MEDIAN = { measureId: 'medianLifetimeValue', hero: 'medianLifetimeValue' }

const CustomerLtvView = (props: WidgetViewProps) => (
  <BreakdownView {...props} {...(props.settings.column === 'median' ? MEDIAN : MEAN)} />
)

export const view: WidgetView = { View: CustomerLtvView, skeleton: 'numbers', frame: 'titled' }
