import { grouped, kpi } from '../kit/planned-query.ts'
import { compareMode, dateRangeChoice } from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

const ALL_SIGNUPS = { reportType: 'Memberships', rangeColumn: 'signupDate' } as const
const VISITS = { reportType: 'Reservations', rangeColumn: 'reservationDate' } as const

export const clubSignup = defineWidget('clubSignup', 'Club Signup Conversions', {
  description: 'All club signups, and how many tasting guests join the club, by team member',
  ...dateRangeChoice,
  chart: () => ({ kind: 'breakdown', measureId: 'signups' }),
  plan: (settings) => ({
    range: settings.dateRange,
    compare: compareMode(settings),
    kpis: { ...ALL_SIGNUPS, items: [kpi('signups')] },
    rows: grouped({ ...ALL_SIGNUPS, by: ['teamMember'], measures: ['signups'], largestFirst: 'signups' }),
    joined: {
      kpis: { ...VISITS, items: [{ ...kpi('tasters'), label: 'Guests who could join' }, kpi('signupConversion')] },
      rows: grouped({
        ...VISITS,
        by: ['teamMember'],
        measures: ['clubSignups', 'tasters', 'signupConversion'],
        largestFirst: 'tasters',
      }),
    },
  }),
})
