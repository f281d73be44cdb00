import type { Formats } from '#charts/value-format.ts'
import type { WidgetRange } from './widget-view.ts'

/** The comparison period in words; null without a comparison. */
export const comparedWith = (compareRange: WidgetRange | null, formats: Formats): string | null =>
  compareRange === null ? null : formats.range(compareRange.from, compareRange.until)
