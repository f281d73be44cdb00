import { bucketColumn } from '../kit/period-series.ts'
import { grouped, kpi } from '../kit/planned-query.ts'
import { compareField, compareMode, compareWithField, periodField, periodSettings } from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

export const sales = defineWidget('sales', 'Sales by Period', {
  description: 'Net sales for the current week, month, quarter, or year, by channel',
  size: { w: 3, h: 4 },
  minSize: { w: 2, h: 3 },
  settings: periodSettings,
  fields: [periodField, compareField, compareWithField],
  chart: () => ({ kind: 'period', measureId: 'netSales' }),
  plan: (settings) => ({
    range: settings.periodType,
    weeksUpTo: 120,
    compare: compareMode(settings),
    kpis: { reportType: 'Orders', rangeColumn: 'orderDate', items: [kpi('netSales')] },
    rows: grouped({
      reportType: 'Orders',
      rangeColumn: 'orderDate',
      by: [bucketColumn(settings.periodType), 'channel'],
      measures: ['netSales'],
    }),
  }),
})
