import { grouped, kpi } from '../kit/planned-query.ts'
import { compareField, compareMode, compareWithField, periodField, periodSettings } from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

export const avgOrder = defineWidget('avgOrder', 'Average Order Size', {
  description: 'Net sales per order, by channel',
  size: { w: 3, h: 4 },
  minSize: { w: 2, h: 3 },
  settings: periodSettings,
  fields: [periodField, compareField, compareWithField],
  chart: () => ({ kind: 'breakdown', measureId: 'averageOrder' }),
  plan: (settings) => ({
    range: settings.periodType,
    compare: compareMode(settings),
    kpis: { reportType: 'Orders', rangeColumn: 'orderDate', items: [kpi('averageOrder')] },
    rows: grouped({
      reportType: 'Orders',
      rangeColumn: 'orderDate',
      by: ['channel'],
      measures: ['averageOrder', 'orderCount'],
      largestFirst: 'averageOrder',
    }),
  }),
})
