import type { Formats } from '#charts/value-format.ts'
import type { WidgetRange } from './widget-view.ts'

/** The compared period in words; null when nothing is compared. */
export const comparedWith = (compareRange: WidgetRange | null, formats: Formats): string | null =>
  compareRange === null ? null : formats.range(compareRange.from, compareRange.until)
