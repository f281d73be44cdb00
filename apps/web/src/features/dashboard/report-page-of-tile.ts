import type { WidgetData } from '#contract/dashboards.ts'
import { isObject } from '#web/api/json.ts'
import { filterSearch } from '#web/features/filter-bar/bar-view.ts'

export type TileReport = NonNullable<WidgetData['report']>

/** What the dashboard adds to the report, in the words of a report's address. */
const searchOf = ({ request }: TileReport): Record<string, string | string[] | undefined> => {
  const { relativeDate, from, until, compare, dimensionFilters = [], includeClubOrders = true } = request
  const filters = dimensionFilters.map(({ columnId, values, exclude = false }) => ({
    columnId,
    exclude,
    values: values.map((value) => (value === null ? null : String(value))),
  }))
  return {
    ...(relativeDate === undefined ? {} : { relativeDate }),
    ...(from === undefined || until === undefined ? {} : { from, until }),
    ...(compare === undefined ? {} : { compare }),
    ...filterSearch(filters),
    ...(includeClubOrders ? {} : { clubs: 'no' }),
  }
}

/** The page of a tile's report with the dates and filters of the tile; null for a tile without a report. */
export const reportPage = (source: unknown, report: TileReport) => {
  if (!isObject(source)) return null
  const search = searchOf(report)
  if (typeof source.builtin === 'string') return { to: `/reports/${source.builtin}`, search }
  if (typeof source.id === 'string') return { to: `/reports/my/${source.id}`, search }
  return { to: '/reports/explore', search: { ...search, definition: JSON.stringify(source) } }
}
