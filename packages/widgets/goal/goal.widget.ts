import { GOAL_METRICS, GOAL_PERIODS } from '#domain/insight-settings.ts'
import { allowedOrFirst } from '../kit/settings.ts'
import { defineWidget, NO_PLAN } from '../kit/widget.ts'

const METRIC_OPTIONS = [
  { value: 'netSales', label: 'Net sales' },
  { value: 'orderCount', label: 'Orders' },
  { value: 'signups', label: 'Club signups' },
] as const satisfies { value: (typeof GOAL_METRICS)[number]; label: string }[]

const PERIOD_OPTIONS = [
  { value: 'month', label: 'This month' },
  { value: 'quarter', label: 'This quarter' },
  { value: 'year', label: 'This year' },
] as const satisfies { value: (typeof GOAL_PERIODS)[number]; label: string }[]

export const goal = defineWidget('goal', 'Goal', {
  description: 'Progress toward the plan of a month, quarter or year',
  size: { w: 3, h: 5 },
  content: 'goal',
  settings: (props) => ({
    metric: allowedOrFirst(props.metric, ['netSales', ...GOAL_METRICS]),
    period: allowedOrFirst(props.period, ['month', ...GOAL_PERIODS]),
  }),
  fields: [
    { name: 'metric', label: 'Goal', control: { kind: 'select', options: METRIC_OPTIONS } },
    { name: 'period', label: 'Period', control: { kind: 'select', options: PERIOD_OPTIONS } },
  ],
  plan: () => NO_PLAN,
})
