import { defineReport } from '../kit/built-in-report.ts'

export const activeClubs = defineReport({
  group: 'clubs',
  slug: 'active-clubs',
  menuName: 'Active Clubs',
  description: 'Members of each club today, how many are on hold, and how long they have been members',
  definition: {
    reportType: 'Memberships',
    columns: [
      { columnId: 'clubName' },
      { columnId: 'activeMembers' },
      { columnId: 'onHold' },
      { columnId: 'tenureDays', displayName: 'Median tenure (days)' },
    ],
    groupColumns: ['clubName'],
    filters: [{ columnId: 'standing', comparison: 'NotEqual', value: 'cancelled' }],
    orderColumns: [{ columnId: 'activeMembers', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'None', columnName: 'SignupDate' },
    chart: { kind: 'bar', x: 'clubName', series: ['activeMembers', 'onHold'] },
  },
})
