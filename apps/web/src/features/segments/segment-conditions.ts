import type { Formats } from '#charts/value-format.ts'
import type { ReportDefinition } from '#contract/report-definition.ts'
import type { Cell } from '#contract/reports.ts'
import { formatCode } from '#domain/code-labels.ts'
import { describeConditions as describeCompared } from '#domain/history-sentence.ts'
import { RANGE_TITLES } from '#domain/ranges/range-title.ts'
import { isRelativeRange } from '#domain/ranges/relative-range.ts'
import { inSentence } from '#domain/text.ts'
import { columnLabel } from '../filter-bar/column-labels.ts'
import { columnIdFromRef } from '../reports/address/report-view.ts'
import { formatFilter } from '../reports/filters/filter-labels.ts'
import { comparedWords, formatHistory } from '../reports/history/history-condition.ts'
import type { ReportTypeInfo } from '../reports/query/report-subject.ts'

/** `a, b or c` */
const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const valueWords = (columnId: string, values: readonly Cell[]): string =>
  ALTERNATIVES.format(values.map((value) => (value === null ? 'blank' : formatCode(columnId, value))))

const rangeWords = ({ relativeDateFilter }: ReportDefinition, { columns, dateColumns }: ReportTypeInfo): string[] => {
  const { relativeRange = 'None', columnName } = relativeDateFilter ?? {}
  if (relativeRange === 'None') return []
  const range = isRelativeRange(relativeRange) ? RANGE_TITLES[relativeRange] : relativeRange.replace('/', ' to ')
  return [`${columnLabel(columnName ?? dateColumns[0] ?? '', columns)}: ${range}`]
}

/** What a segment's conditions say, one sentence each. All of them must be met. */
export const describeConditions = (
  definition: ReportDefinition,
  types: readonly ReportTypeInfo[],
  formats: Formats,
): string[] => {
  const type = types.find(({ reportType }) => reportType === definition.reportType)
  if (type === undefined) return []
  const filters = definition.filters.map((filter) => {
    const columnId = columnIdFromRef(filter)
    const column = type.columns.find((one) => one.columnId === columnId)
    return column === undefined ? columnId : formatFilter({ ...filter, columnId }, column, formats)
  })
  const dimensions = (definition.dimensionFilters ?? []).map(({ columnId, values, exclude }) => {
    return `${columnLabel(columnId, type.columns)} is ${exclude ? 'not ' : ''}${valueWords(columnId, values)}`
  })
  const people = (definition.history ?? []).map((one) => `People ${formatHistory(one, types, formats)}`)
  return [
    ...(definition.filterOperator === 'Or' && filters.length > 1 ? [filters.join(' or ')] : filters),
    ...dimensions,
    ...people,
    ...rangeWords(definition, type),
  ]
}

/** Letters that a segment's name has room for. */
export const MAX_NAME = 60

/** A name that says as many of the conditions as it has room for; empty: there are none. */
export const nameConditions = (
  definition: ReportDefinition,
  types: readonly ReportTypeInfo[],
  formats: Formats,
): string => {
  const type = types.find(({ reportType }) => reportType === definition.reportType)
  if (type === undefined) return ''
  const operator = definition.filterOperator === 'Or' ? 'or' : 'and'
  const filters = definition.filters.map((filter) => ({ ...filter, columnId: columnIdFromRef(filter) }))
  const others = filters.filter(({ columnId, comparison }) => columnId !== 'isClubMember' || comparison !== 'IsTrue')
  const areMembers = operator === 'and' && others.length < filters.length
  const people = definition.reportType.startsWith('Membership') ? 'Members' : 'Customers'
  const words = [
    ...comparedWords(areMembers ? others : filters, type, formats),
    ...(definition.dimensionFilters ?? []).map(({ columnId, values, exclude }) => ({
      columnId,
      column: inSentence(columnLabel(columnId, type.columns)),
      comparison: exclude ? 'is not' : 'is',
      value: valueWords(columnId, values),
      isName: true,
    })),
  ]
  const rest = [
    (definition.history ?? []).map((one) => formatHistory(one, types, formats)).join(' and '),
    ...rangeWords(definition, type).map((text) => `(${inSentence(text)})`),
  ]
  const nameWith = (count: number): string =>
    [areMembers ? 'Club members' : people, describeCompared(words.slice(0, count), operator), ...rest]
      .filter((part) => part !== '')
      .join(' ')
  if (!areMembers && nameWith(words.length) === people) return ''
  const names = [...words.keys(), words.length].toReversed().map(nameWith)
  return names.find((name) => name.length <= MAX_NAME) ?? ''
}
