import { bucketColumn } from '../kit/period-series.ts'
import { grouped, kpi, ORDERS } from '../kit/planned-query.ts'
import { compareMode, periodChoice } from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

export const orderMetrics = defineWidget('orderMetrics', 'Order Metrics by Period', {
  description: 'Orders, average order, order size, and share refunded',
  ...periodChoice,
  chart: () => ({ kind: 'period', measureId: 'orderCount' }),
  plan: (settings) => ({
    range: settings.periodType,
    weeksUpTo: 120,
    compare: compareMode(settings),
    kpis: { ...ORDERS, items: [kpi('orderCount'), kpi('averageOrder'), kpi('unitsPerOrder'), kpi('refundRate')] },
    rows: grouped({ ...ORDERS, by: [bucketColumn(settings.periodType), 'channel'], measures: ['orderCount'] }),
  }),
})
