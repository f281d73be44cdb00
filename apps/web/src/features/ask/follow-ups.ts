import type { Understood } from '#contract/ask.ts'

/** Follow-ups offered with an answer. */
const MAX_OFFERED = 4

const OVER_TIME = /(Day|Week|Month|Quarter|Year)$/

/** What the answer may be asked next, in words that are read as a change of it: only what it does not show yet. */
export const followUpsFor = ({
  definition,
  compare,
}: Pick<Understood, 'definition' | 'compare'>): readonly string[] => {
  const { groupColumns, columns, relativeDateFilter, top, filters, dimensionFilters = [] } = definition
  const isList = groupColumns.length === 0 && columns.every(({ aggregation }) => aggregation === 'None')
  const isDated = relativeDateFilter !== null && relativeDateFilter.relativeRange !== 'None'
  const isOverTime = groupColumns.some((id) => OVER_TIME.test(id))
  const isFiltered = [...filters, ...dimensionFilters].some(({ columnId }) => columnId === 'channel')
  const isOfSales = ['Orders', 'OrderLines'].includes(definition.reportType)
  const offered: readonly (readonly [text: string, isNew: boolean])[] = [
    ['compare with last year', isDated && !isList && compare === undefined],
    ['and last year?', isDated && compare === undefined],
    ['by month', !isList && !isOverTime],
    ['how many?', isList],
    ['only the tasting room', isOfSales && !isFiltered],
    ['all channels', isFiltered],
    ['top 5', groupColumns.length > 0 && !isOverTime && top === null],
    ['in total', groupColumns.length > 0],
  ]
  return offered.flatMap(([text, isNew]) => (isNew ? [text] : [])).slice(0, MAX_OFFERED)
}
