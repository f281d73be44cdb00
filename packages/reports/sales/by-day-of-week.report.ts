import { defineReport } from '../kit/built-in-report.ts'

export const salesByDayOfWeek = defineReport({
  group: 'sales',
  slug: 'by-day-of-week',
  menuName: 'By Day of Week',
  title: 'Sales by Day of Week',
  description: 'Sales by day of the week, in your time zone',
  definition: {
    reportType: 'Orders',
    columns: [
      { columnId: 'orderWeekday', displayName: 'Day of week' },
      { columnId: 'netSales' },
      { columnId: 'orderCount' },
      { columnId: 'averageOrder' },
      { columnId: 'averageDay' },
    ],
    groupColumns: ['orderWeekday'],
    relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'orderWeekday', series: ['netSales'] },
  },
})
