import { grouped, kpi, ORDERS } from '../kit/planned-query.ts'
import { allowedOrFirst, columnField } from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

const STANDARD_KPIS = [kpi('netSales'), kpi('orderCount'), kpi('averageOrder')]
const MEASURES = ['netSales', 'orderCount', 'averageOrder', 'unitsSold'] as const

export const salesSummary = defineWidget('salesSummary', 'Sales Summary by Month', {
  description: 'Fiscal-year sales by month, compared with the year before',
  size: { w: 5, h: 9 },
  minSize: { w: 3, h: 6 },
  settings: (props) => ({ column: allowedOrFirst(props.column, MEASURES) }),
  fields: [
    columnField([
      { value: 'netSales', label: 'Net sales' },
      { value: 'orderCount', label: 'Orders' },
      { value: 'averageOrder', label: 'Average order' },
      { value: 'unitsSold', label: 'Units sold' },
    ]),
  ],
  chart: ({ column }) => ({ kind: 'months', measureId: column }),
  plan: ({ column }) => ({
    range: 'ytd',
    weeksUpTo: 62,
    compare: 'previousYear',
    kpis: {
      ...ORDERS,
      // The measure of the chart is the headline.
      items: [...(column === 'unitsSold' ? [kpi(column)] : []), ...STANDARD_KPIS],
    },
    rows: grouped({ ...ORDERS, by: ['orderMonth'], measures: MEASURES }),
  }),
})
