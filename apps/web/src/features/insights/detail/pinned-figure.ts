import type { InsightFigure } from '#contract/insights.ts'
import type { PinSubject } from '#web/features/pin/pin-subject.ts'

/** A measured figure with its days, to be pinned; null for figures that no report shows, such as forecasts. */
export const pinnedFigure = ({ label, receipt }: InsightFigure): PinSubject | null => {
  if (receipt.kind !== 'report' || !('columns' in receipt.definition)) return null
  const { definition: own, filters, relativeDate, from, until, compare, measure } = receipt
  const definition = {
    ...own,
    name: label,
    filters: [...(own.filters ?? []), ...filters],
    ...(compare === undefined ? {} : { compare }),
  }
  const dates = {
    ...(relativeDate === undefined ? {} : { relativeDate }),
    ...(from === undefined || until === undefined ? {} : { from, until }),
  }
  return { title: label, link: null, copy: { definition, dates }, isChanged: false, definition, measure }
}
