/** How a report is shown on a dashboard. */
export const REPORT_SHOWS = ['number', 'chart', 'table', 'pivot'] as const
export type ReportShow = (typeof REPORT_SHOWS)[number]
