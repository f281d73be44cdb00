/** Ranges of the spec, and the to-date ones that widgets use; all end at the account's local today or before it. */
export const REPORT_RANGES = [
  'None',
  'Today',
  'Yesterday',
  'ThisWeek',
  'LastWeek',
  'ThisMonth',
  'LastMonth',
  'ThisQuarter',
  'LastQuarter',
  'ThisYear',
  'LastYear',
  'Last7Days',
  'Last30Days',
  'Last90Days',
  'Last180Days',
  'Last365Days',
] as const
export const PERIOD_TYPES = ['wtd', 'mtd', 'qtd', 'ytd'] as const
export type PeriodType = (typeof PERIOD_TYPES)[number]
export type RelativeRange = (typeof REPORT_RANGES)[number] | PeriodType
