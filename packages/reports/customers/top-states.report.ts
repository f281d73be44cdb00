import { ESTATE_AND_UP } from '#domain/plan.ts'
import { defineReport } from '../kit/built-in-report.ts'

export const topStates = defineReport({
  group: 'customers',
  slug: 'top-states',
  menuName: 'Top States',
  accountTypes: ESTATE_AND_UP,
  description: 'The states you sell to, by shipping address or else billing address',
  definition: {
    reportType: 'Orders',
    columns: [
      { columnId: 'state' },
      { columnId: 'netSales' },
      { columnId: 'orderCount' },
      { columnId: 'averageOrder' },
      { columnId: 'customerCount' },
    ],
    groupColumns: ['state'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'state', series: ['netSales'] },
  },
})
