import type { BuiltInReport } from './kit/built-in-report.ts'
import { salesByDayOfWeek } from './sales/by-day-of-week.report.ts'

/** Every built-in report, one line each, in the order of the menu. */
export const REPORTS: readonly BuiltInReport[] = [salesByDayOfWeek]

const bySlug: ReadonlyMap<string, BuiltInReport> = new Map(
  REPORTS.map((report) => [`${report.group}/${report.slug}`, report]),
)

/** A report by its group and slug, such as `orders/by-brand`. */
export const findBuiltInReport = (slug: string): BuiltInReport | null => bySlug.get(slug) ?? null
