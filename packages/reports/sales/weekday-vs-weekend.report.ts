import { defineReport } from '../kit/built-in-report.ts'

export const salesByWeekend = defineReport({
  group: 'sales',
  slug: 'weekday-vs-weekend',
  menuName: 'Weekday vs Weekend',
  title: 'Sales by Weekday vs Weekend',
  description: 'Sales on Saturdays and Sundays compared with Monday to Friday',
  definition: {
    reportType: 'Orders',
    columns: [
      { columnId: 'isWeekend' },
      { columnId: 'netSales' },
      { columnId: 'orderCount' },
      { columnId: 'averageOrder' },
      { columnId: 'averageDay' },
    ],
    groupColumns: ['isWeekend'],
    relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'isWeekend', series: ['averageDay'] },
  },
})
