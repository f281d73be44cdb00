import { defineReport } from '../kit/built-in-report.ts'
import { THIS_YEAR_AND_TWO_BEFORE } from '../kit/own-range.ts'

export const salesTrends = defineReport({
  group: 'sales',
  slug: 'sales-trends',
  menuName: '3-Year Sales Trends',
  description: 'This year compared with the previous two, by month of your fiscal year',
  definition: {
    reportType: 'Orders',
    columns: [
      { columnId: 'orderMonthOfYear', displayName: 'Month' },
      { columnId: 'orderYear', displayName: 'Year' },
      { columnId: 'netSales' },
      { columnId: 'orderCount' },
      { columnId: 'averageOrder' },
    ],
    groupColumns: ['orderMonthOfYear', 'orderYear'],
    relativeDateFilter: { relativeRange: 'None', columnName: 'OrderDate' },
    chart: { kind: 'line', x: 'orderMonthOfYear', series: ['netSales', 'orderYear'] },
  },
  ownRange: THIS_YEAR_AND_TWO_BEFORE,
})
