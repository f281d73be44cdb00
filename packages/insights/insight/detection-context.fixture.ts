import type { AccountHistory } from '../account/history.ts'
import { countryHolidays } from '../calendar/holidays.ts'
import { NOT_RANKED } from '../club-risk/rank-club.ts'
import { type DetectionContext, THRESHOLDS } from './define-insight.ts'

/** The context of a detector that scores no series: a history with what its test gives. */
export const detectionContext = (history: Partial<AccountHistory> = {}, moneyUnit = 1): DetectionContext => ({
  history: {
    from: '2020-01-01',
    until: '2026-01-01',
    calendar: { weekStart: 'monday', fiscalYearStartMonth: 1 },
    holidays: countryHolidays(null),
    series: [],
    duplicates: [],
    stock: null,
    memberYearlyValue: 0,
    ...history,
  },
  scored: [],
  clubRisk: NOT_RANKED,
  testRange: { from: '', until: '' },
  thresholds: THRESHOLDS.balanced,
  moneyUnit,
  isExplained: () => false,
})
