import { defineReport } from '../kit/built-in-report.ts'

export const customersByAge = defineReport({
  group: 'customers',
  slug: 'by-age',
  description:
    'How old your customers are and what each age buys; unknown are those without a birth date or with one that cannot be',
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
