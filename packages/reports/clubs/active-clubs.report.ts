import { defineReport } from '../kit/built-in-report.ts'

export const activeClubs = defineReport({
  group: 'clubs',
  slug: 'active-clubs',
  description: 'The members of each club today, how many of them are on hold and how long they have been with you',
  definition: {
    reportType: 'Memberships',
    columns: [
      { columnId: 'clubName' },
      { columnId: 'activeMembers' },
      { columnId: 'onHold' },
      { columnId: 'tenureDays', displayName: 'Median days as member' },
    ],
    groupColumns: ['clubName'],
    filters: [{ columnId: 'standing', comparison: 'NotEqual', value: 'cancelled' }],
    orderColumns: [{ columnId: 'activeMembers', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'None', columnName: 'SignupDate' },
    chart: { kind: 'bar', x: 'clubName', series: ['activeMembers', 'onHold'] },
  },
})
