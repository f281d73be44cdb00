import { defineReport } from '../kit/built-in-report.ts'

export const clubCancellationList = defineReport({
  group: 'clubs',
  slug: 'cancellation-list',
  menuName: 'Cancellation List',
  title: 'Club Cancellation List',
  menuQuery: { relativeDate: 'CancelledDate-Last30Days' },
  description: 'Members who left, most recent first, with their reason and length of membership',
  definition: {
    reportType: 'Memberships',
    columns: [
      { columnId: 'membershipId' },
      { columnId: 'customerId' },
      {
        columnId: 'customerName',
        hyperlink: '/reports/orders/list?f.customerId=Equal:{customerId}&relativeDate=OrderDate-None',
      },
      { columnId: 'clubName' },
      { columnId: 'signupDate' },
      { columnId: 'cancelledDate' },
      { columnId: 'cancellationReason' },
      { columnId: 'tenureDays' },
    ],
    columnOrder: ['customerName', 'clubName', 'signupDate', 'cancelledDate', 'cancellationReason', 'tenureDays'],
    orderColumns: [{ columnId: 'cancelledDate', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'Last30Days', columnName: 'CancelledDate' },
  },
})
