import { defineReport } from '../kit/built-in-report.ts'

export const clubCancellations = defineReport({
  group: 'clubs',
  slug: 'cancellations',
  menuName: 'Cancellations',
  title: 'Club Cancellations',
  description: 'How many members left each month, why, and as a share of members at the start of the month',
  definition: {
    reportType: 'Memberships',
    columns: [
      { columnId: 'cancelledMonth', displayName: 'Month' },
      { columnId: 'cancellationReason' },
      { columnId: 'cancellations' },
      { columnId: 'attritionRate' },
    ],
    groupColumns: ['cancelledMonth', 'cancellationReason'],
    relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'CancelledDate' },
    chart: { kind: 'stackedBar', x: 'cancelledMonth', series: ['cancellations', 'cancellationReason'] },
  },
})
