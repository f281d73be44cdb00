import { defineReport } from '../kit/built-in-report.ts'

export const customersByAge = defineReport({
  group: 'customers',
  slug: 'by-age',
  menuName: 'By Age',
  title: 'Customers by Age',
  description: 'How old your customers are and what each age group buys; Unknown means no valid birth date',
  definition: {
    reportType: 'Customers',
    columns: [
      { columnId: 'ageBracket' },
      { columnId: 'customerCount' },
      { columnId: 'netSales' },
      { columnId: 'orderCount' },
      { columnId: 'averageOrder' },
    ],
    groupColumns: ['ageBracket'],
    relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'ageBracket', series: ['netSales'] },
  },
})
