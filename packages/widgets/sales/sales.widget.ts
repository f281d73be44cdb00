import { bucketColumn } from '../kit/period-series.ts'
import { grouped, kpi, ORDERS } from '../kit/planned-query.ts'
import { compareMode, periodChoice } from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

export const sales = defineWidget('sales', 'Sales by Period', {
  description: 'Net sales for the current week, month, quarter, or year, by channel',
  ...periodChoice,
  chart: () => ({ kind: 'period', measureId: 'netSales' }),
  plan: (settings) => ({
    range: settings.periodType,
    weeksUpTo: 120,
    compare: compareMode(settings),
    kpis: { ...ORDERS, items: [kpi('netSales')] },
    rows: grouped({ ...ORDERS, by: [bucketColumn(settings.periodType), 'channel'], measures: ['netSales'] }),
  }),
})
