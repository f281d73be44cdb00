import type { RelativeRange } from './relative-range.ts'

/** Title of each relative range where one is chosen. */
export const RANGE_TITLES: Readonly<Record<RelativeRange, string>> = {
  None: 'All dates',
  Today: 'Today',
  Yesterday: 'Yesterday',
  ThisWeek: 'This week',
  LastWeek: 'Last week',
  ThisMonth: 'This month',
  LastMonth: 'Last month',
  ThisQuarter: 'This quarter',
  LastQuarter: 'Last quarter',
  ThisYear: 'This year',
  LastYear: 'Last year',
  Last7Days: 'Last 7 days',
  Last30Days: 'Last 30 days',
  Last90Days: 'Last 90 days',
  Last180Days: 'Last 180 days',
  Last365Days: 'Last 365 days',
  wtd: 'Week to date',
  mtd: 'Month to date',
  qtd: 'Quarter to date',
  ytd: 'Year to date',
}
