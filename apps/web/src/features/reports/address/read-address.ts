import type { CatalogColumn } from '#contract/report-catalog.ts'
import { COMPARE_NAMES, NO_COMPARISON, toCompareMode } from '#domain/ranges/comparison-mode.ts'
import { addDays, isLocalDay } from '#domain/ranges/local-day.ts'
import { REPORT_RANGES } from '#domain/ranges/relative-range.ts'
import { COMPARISONS, FILTER_LEVELS } from '#domain/report-terms.ts'
import { type BarFilter, readFilters } from '../../filter-bar/bar-view.ts'
import { needsValue, type ReportFilter } from '../filters/report-filter.ts'
import { isGrouped } from '../query/report-request.ts'
import {
  columnIdFromRef,
  columnNamed,
  comparedView,
  LAYOUTS,
  OWN_VIEW,
  type RangeView,
  type ReportSubject,
  type ReportView,
  type SortView,
} from './report-view.ts'

/** A URL's search, as the router reads it. */
export type Search = Readonly<Record<string, unknown>>

export interface AddressReading {
  readonly view: ReportView
  /** ignored parts, as messages */
  readonly problems: readonly string[]
}

interface Reader extends ReportSubject {
  readonly search: Search
  readonly problems: string[]
}

const textAt = ({ search }: Reader, name: string): string | null => {
  const value = search[name]
  return typeof value === 'string' && value !== '' ? value : null
}

const listAt = ({ search }: Reader, name: string): string[] =>
  [search[name]].flat().filter((value) => typeof value === 'string')

const oneOf = <T extends string>(reader: Reader, name: string, known: readonly T[]): T | null => {
  const text = textAt(reader, name)
  if (text === null) return null
  const found = known.find((one) => one === text) ?? null
  if (found === null) reader.problems.push(`${name}=${text} isn’t recognized`)
  return found
}

const readRelative = (reader: Reader): RangeView | null => {
  const text = textAt(reader, 'relativeDate')
  if (text === null) return null
  const [, name = '', wanted = ''] = /^(\w+)-(\w+)$/.exec(text) ?? []
  const range = REPORT_RANGES.find((one) => one === wanted)
  const column = columnNamed(reader.columns, name)
  if (range === undefined || column === null || !reader.dateColumns.includes(column.columnId)) {
    reader.problems.push(`relativeDate=${text} isn’t a date range for this report`)
    return null
  }
  return { kind: 'relative', column: column.columnId, range }
}

const isDay = (text: string | null): text is string => text !== null && isLocalDay(text)

const readRange = (reader: Reader): RangeView => {
  const relative = readRelative(reader)
  const from = textAt(reader, 'from')
  const until = textAt(reader, 'until')
  if (from === null && until === null) return ownOr(relative, reader)
  if (!isDay(from) || !isDay(until) || from >= until) {
    reader.problems.push(
      `from=${from ?? ''} and until=${until ?? ''} aren’t a valid date range (example: from=2026-01-01)`,
    )
    return ownOr(relative, reader)
  }
  // With custom days, a relative date only names their column.
  return { kind: 'days', column: relative?.kind === 'relative' ? relative.column : null, from, until }
}

/** A range equal to the report's own is not a difference. */
const ownOr = (range: RangeView | null, subject: ReportSubject): RangeView => {
  if (range?.kind !== 'relative') return OWN_VIEW.range
  if (subject.hasRangeOfItsOwn === true) return range
  const own = subject.definition.relativeDateFilter
  const column = own?.columnName === undefined ? subject.dateColumns[0] : columnIdFromRef(own)
  const isOwn = range.range === (own?.relativeRange ?? 'None') && (range.column === column || range.range === 'None')
  return isOwn ? OWN_VIEW.range : range
}

const isNumeric = ({ type }: CatalogColumn): boolean => ['integer', 'number', 'currency', 'percent'].includes(type)

const typedValue = (column: CatalogColumn, text: string): ReportFilter['value'] => {
  if (column.type === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return isNumeric(column) && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

const readFilter = (reader: Reader, name: string, text: string): ReportFilter[] => {
  const column = columnNamed(reader.columns, name)
  const [, level, wanted = '', value = ''] = /^(?:(records|groups):)?(\w+):?([\s\S]*)$/.exec(text) ?? []
  const appliesTo = FILTER_LEVELS.find((one) => one === level)
  const comparison = COMPARISONS.find((one) => one.toLowerCase() === wanted.toLowerCase())
  const isWhole = comparison !== undefined && (!needsValue(comparison) || value !== '')
  const hasLevel = appliesTo === undefined || (isGrouped(reader.definition) && column?.kind === 'measure')
  if (column === null || !isWhole || !hasLevel) {
    reader.problems.push(`f.${name}=${text} isn’t a filter for this report`)
    return []
  }
  const filter = { columnId: column.columnId, comparison, ...(appliesTo === undefined ? {} : { appliesTo }) }
  return [{ ...filter, value: needsValue(comparison) ? typedValue(column, value) : null }]
}

const readComparisons = (reader: Reader): ReportFilter[] =>
  Object.keys(reader.search)
    .filter((name) => name.startsWith('f.'))
    .flatMap((name) => listAt(reader, name).flatMap((text) => readFilter(reader, name.slice(2), text)))

/** Filters on dimensions of the report, of which each value may be chosen. */
const readValues = (reader: Reader): BarFilter[] =>
  readFilters(reader.search).flatMap((filter) => {
    const column = columnNamed(reader.columns, filter.columnId)
    if (column?.kind === 'dimension') return [{ ...filter, columnId: column.columnId }]
    reader.problems.push(`${filter.exclude ? 'not' : 'any'}.${filter.columnId} isn’t a filter for this report`)
    return []
  })

const readSort = (reader: Reader): SortView[] | null => {
  const names = textAt(reader, 'sort')?.split(',') ?? []
  const sorts = names.flatMap((name): SortView[] => {
    const column = columnNamed(reader.columns, name.replace(/^-|\.change$/g, ''))
    const direction = name.startsWith('-') ? 'desc' : 'asc'
    const by = name.endsWith('.change') ? { by: 'change' as const } : {}
    if (column !== null) return [{ columnId: column.columnId, direction, ...by }]
    reader.problems.push(`sort=${name} isn’t a column in this report`)
    return []
  })
  return sorts.length === 0 ? null : sorts
}

const readColumns = (reader: Reader): string[] | null => {
  const own = new Set(reader.definition.columns.map(columnIdFromRef))
  const names = textAt(reader, 'columns')?.split(',') ?? []
  const columns = names.flatMap((name) => {
    const column = columnNamed(reader.columns, name)
    if (column !== null && own.has(column.columnId)) return [column.columnId]
    reader.problems.push(`columns=${name} isn’t a column in this report`)
    return []
  })
  return columns.length === 0 ? null : columns
}

const readPage = (reader: Reader): number => {
  const text = textAt(reader, 'page')
  if (text === null) return 1
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  reader.problems.push(`page=${text} isn’t a page number`)
  return 1
}

/** `orderId` shows one order completely: its own filter, for all dates. */
const withOrder = (reader: Reader, view: ReportView): ReportView => {
  const order = textAt(reader, 'orderId')
  if (order === null || columnNamed(reader.columns, 'orderId') === null) return view
  const [column = null] = reader.dateColumns
  return {
    ...view,
    filters: [{ columnId: 'orderId', comparison: 'Equal', value: order }, ...view.filters],
    range: view.range.kind === 'own' && column !== null ? { kind: 'relative', column, range: 'None' } : view.range,
  }
}

const readCompare = (reader: Reader): ReportView['compare'] => {
  const name = oneOf(reader, 'compare', [...COMPARE_NAMES, NO_COMPARISON])
  if (name === null) return null
  return comparedView(reader.definition, name === NO_COMPARISON ? null : toCompareMode(name))
}

/** The view in a URL; parts that the report does not have are ignored and listed as problems. */
export const readAddress = (search: Search, subject: ReportSubject): AddressReading => {
  const reader: Reader = { ...subject, search, problems: [] }
  const view: ReportView = {
    range: readRange(reader),
    compare: readCompare(reader),
    filters: readComparisons(reader),
    dimensionFilters: readValues(reader),
    includeClubOrders: oneOf(reader, 'clubs', ['yes', 'no']) !== 'no',
    sort: readSort(reader),
    columns: readColumns(reader),
    layout: oneOf(reader, 'view', LAYOUTS) ?? 'all',
    page: readPage(reader),
  }
  return { view: withOrder(reader, view), problems: reader.problems }
}

/** Converts the exclusive end of a range to its last day, and back. */
export const lastIncludedDay = (until: string): string => addDays(until, -1)
export const untilAfter = (lastDay: string): string => addDays(lastDay, 1)
