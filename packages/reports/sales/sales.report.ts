import { defineReport, SALES_OF_ORDERS } from '../kit/built-in-report.ts'
import { THIS_YEAR_AND_TWO_BEFORE } from '../kit/own-range.ts'

export const salesTrends = defineReport('sales', 'sales-trends', '3-Year Sales Trends', {
  description: 'This year compared with the previous two, by month of your fiscal year',
  reportType: 'Orders',
  columns: [
    { columnId: 'orderMonthOfYear', displayName: 'Month' },
    { columnId: 'orderYear', displayName: 'Year' },
    ...SALES_OF_ORDERS,
  ],
  shown: ['orderMonthOfYear', 'orderYear', 'netSales', 'orderCount'],
  groupColumns: ['orderMonthOfYear', 'orderYear'],
  pivot: { columns: ['orderYear'] },
  compare: 'sameDates',
  relativeDateFilter: { relativeRange: 'None', columnName: 'OrderDate' },
  chart: { kind: 'line', x: 'orderMonthOfYear', series: ['netSales', 'orderYear'] },
  ownRange: THIS_YEAR_AND_TWO_BEFORE,
})

export const salesByDayOfWeek = defineReport('sales', 'by-day-of-week', 'By Day of Week', {
  title: 'Sales by Day of Week',
  description: 'Sales by day of the week, in your time zone',
  reportType: 'Orders',
  columns: [{ columnId: 'orderWeekday', displayName: 'Day of week' }, ...SALES_OF_ORDERS, 'averageDay'],
  groupColumns: ['orderWeekday'],
  relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'OrderDate' },
  chart: { kind: 'bar', x: 'orderWeekday', series: ['netSales'] },
})

export const salesByWeekend = defineReport('sales', 'weekday-vs-weekend', 'Weekday vs Weekend', {
  title: 'Sales by Weekday vs Weekend',
  description: 'Sales on Saturdays and Sundays compared with Monday to Friday',
  reportType: 'Orders',
  columns: [{ columnId: 'isWeekend', displayName: 'Part of week' }, ...SALES_OF_ORDERS, 'averageDay'],
  groupColumns: ['isWeekend'],
  relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'OrderDate' },
  chart: { kind: 'bar', x: 'isWeekend', series: ['averageDay'] },
})
