import { grouped, kpi, ORDERS } from '../kit/planned-query.ts'
import { compareMode, periodChoice } from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

export const avgOrder = defineWidget('avgOrder', 'Average Order Size', {
  description: 'Net sales per order, by channel',
  ...periodChoice,
  chart: () => ({ kind: 'breakdown', measureId: 'averageOrder' }),
  plan: (settings) => ({
    range: settings.periodType,
    compare: compareMode(settings),
    kpis: { ...ORDERS, items: [kpi('averageOrder')] },
    rows: grouped({
      ...ORDERS,
      by: ['channel'],
      measures: ['averageOrder', 'orderCount'],
      largestFirst: 'averageOrder',
    }),
  }),
})
