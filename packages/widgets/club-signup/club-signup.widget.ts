import { z } from 'zod'
import { column, grouped, kpi } from '../kit/planned-query.ts'
import {
  compareField,
  compareLastPeriod,
  compareWith,
  compareWithField,
  comparisonOf,
  dateRange,
  dateRangeField,
  titleSetting,
} from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

const TITLE = 'Club Signup Conversions'

export const clubSignup = defineWidget({
  type: 'clubSignup',
  title: TITLE,
  description: 'How many tasting guests join the club, by team member',
  size: { w: 3, h: 4 },
  minSize: { w: 2, h: 3 },
  settings: z.object({ title: titleSetting(TITLE), dateRange, compareLastPeriod, compareWith }),
  fields: [dateRangeField, compareField, compareWithField],
  chart: () => ({ kind: 'breakdown', measureId: 'clubSignups' }),
  plan: (settings) => ({
    range: settings.dateRange,
    compare: comparisonOf(settings),
    kpis: {
      reportType: 'Reservations',
      rangeColumn: 'reservationDate',
      items: [{ metric: 'signups', column: column('clubSignups') }, kpi('tasters'), kpi('signupConversion')],
    },
    rows: grouped({
      reportType: 'Reservations',
      rangeColumn: 'reservationDate',
      by: ['teamMember'],
      measures: ['clubSignups', 'tasters', 'signupConversion'],
      largestFirst: 'clubSignups',
    }),
  }),
})
