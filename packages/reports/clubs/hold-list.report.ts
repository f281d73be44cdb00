import { BOUTIQUE_AND_UP } from '#domain/plan.ts'
import { defineReport } from '../kit/built-in-report.ts'

export const clubHoldList = defineReport({
  group: 'clubs',
  slug: 'hold-list',
  menuName: 'Hold List',
  title: 'Club Hold List',
  accountTypes: BOUTIQUE_AND_UP,
  description: 'Every hold, most recent first, with its reason and length; open holds have no end date',
  definition: {
    reportType: 'MembershipHolds',
    columns: [
      { columnId: 'membershipId' },
      { columnId: 'customerId' },
      {
        columnId: 'customerName',
        hyperlink: '/reports/orders/list?f.customerId=Equal:{customerId}&relativeDate=OrderDate-None',
      },
      { columnId: 'clubName' },
      { columnId: 'holdStart' },
      { columnId: 'holdEnd' },
      { columnId: 'holdReason' },
      { columnId: 'isCurrent' },
      { columnId: 'holdDays' },
      // not shown: tells apart two holds of one membership
      { columnId: 'holdId' },
    ],
    columnOrder: ['customerName', 'clubName', 'holdStart', 'holdEnd', 'holdReason', 'isCurrent', 'holdDays'],
    orderColumns: [{ columnId: 'holdStart', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'None', columnName: 'HoldStart' },
  },
})
