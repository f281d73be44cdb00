import type { Formats } from '#charts/value-format.ts'
import type { ReportDefinition } from '#contract/report-definition.ts'
import { formatCode } from '#domain/code-labels.ts'
import { RANGE_TITLES } from '#domain/ranges/range-title.ts'
import { isRelativeRange } from '#domain/ranges/relative-range.ts'
import { inSentence } from '#domain/text.ts'
import { columnLabel } from '../filter-bar/column-labels.ts'
import { columnIdFromRef } from '../reports/address/report-view.ts'
import { formatFilter } from '../reports/filters/filter-labels.ts'
import { formatHistory } from '../reports/history/history-condition.ts'
import { isGrouped } from '../reports/query/report-request.ts'
import type { ReportTypeInfo } from '../reports/query/report-subject.ts'

/** `a, b or c` */
const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const rangeWords = ({ relativeDateFilter }: ReportDefinition, { columns, dateColumns }: ReportTypeInfo): string[] => {
  const { relativeRange = 'None', columnName } = relativeDateFilter ?? {}
  if (relativeRange === 'None') return []
  const range = isRelativeRange(relativeRange) ? RANGE_TITLES[relativeRange] : relativeRange.replace('/', ' to ')
  return [`${columnLabel(columnName ?? dateColumns[0] ?? '', columns)}: ${range}`]
}

const typeOf = ({ reportType }: ReportDefinition, types: readonly ReportTypeInfo[]) =>
  types.find((type) => type.reportType === reportType)

/** What a definition's filters and histories say, one sentence each. */
export const describeFilters = (
  definition: ReportDefinition,
  types: readonly ReportTypeInfo[],
  formats: Formats,
): string[] => {
  const { filters, history = [] } = definition
  const isAny = definition.filterOperator === 'Or' && filters.length > 1
  const groupedType = isGrouped(definition) ? definition.reportType : null
  const sentences = filters.map((filter, index) => {
    const columnId = columnIdFromRef(filter)
    const column = typeOf(definition, types)?.columns.find((one) => one.columnId === columnId)
    const text = column === undefined ? columnId : formatFilter({ ...filter, columnId }, column, formats, groupedType)
    return isAny && index > 0 ? inSentence(text) : text
  })
  const people = history.map((one) => `People ${formatHistory(one, types, formats)}`)
  return [...(isAny ? [sentences.join(' or ')] : sentences), ...people]
}

/** What a segment's conditions say, one sentence each. All of them must be met. */
export const describeConditions = (...[definition, types, formats]: Parameters<typeof describeFilters>): string[] => {
  const type = typeOf(definition, types)
  if (type === undefined) return []
  const dimensions = (definition.dimensionFilters ?? []).map(({ columnId, values, exclude }) => {
    const names = values.map((value) => (value === null ? 'blank' : formatCode(columnId, value)))
    return `${columnLabel(columnId, type.columns)} is ${exclude ? 'not ' : ''}${ALTERNATIVES.format(names)}`
  })
  return [...describeFilters(definition, types, formats), ...dimensions, ...rangeWords(definition, type)]
}

/** Letters that a segment's name has room for. */
export const MAX_NAME = 60

/** A name that says the conditions that it has room for; empty: there are none, or one of them is enough. */
export const nameConditions = (...[definition, types, formats]: Parameters<typeof describeFilters>): string => {
  const isMember = ({ comparison, ...filter }: ReportDefinition['filters'][number]) =>
    comparison === 'IsTrue' && columnIdFromRef(filter) === 'isClubMember'
  const filters = definition.filters.filter((filter) => !isMember(filter))
  const sentences = describeConditions({ ...definition, filters, relativeDateFilter: null }, types, formats)
  if (definition.filterOperator === 'Or' || sentences.length + definition.filters.length === 0) return ''
  const members = definition.reportType.startsWith('Membership') ? 'Members' : 'Customers'
  const people = filters.length < definition.filters.length ? 'Club members' : members
  return sentences.reduce((name, text) => {
    const who = text.startsWith('People ') ? text.slice(7) : `whose ${inSentence(text)}`
    const part = who.replace(/^whose (city|state|country) is (?!not )/, 'in ')
    const longer = `${name} ${name === people ? '' : 'and '}${part}`
    return longer.length > MAX_NAME ? name : longer
  }, people)
}
