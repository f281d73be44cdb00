import { dayNumber } from '#domain/ranges/local-day.ts'
import type { PeriodCalendar } from '#domain/ranges/period.ts'
import { findColumn, queriedType } from '../catalog/catalog.ts'
import type { Dimension } from '../catalog/column.ts'
import { type MeasureFormula, type Scope, valueOverNoRows } from '../catalog/formula.ts'
import { filterColumns } from '../filter-columns.ts'
import type { FilterValue, SemanticQuery } from '../query.ts'

/** Numbers the periods of a grain, so that a period without rows shows as a gap between two numbers. */
interface Numbering {
  /** between a period and the next */
  readonly size: number
  /** SQL of the number of a group's key */
  readonly sql: (key: string, scope: Scope) => string
  /** the number of a returned value; not comparable with that of `sql` */
  readonly value: (value: string | number, calendar: PeriodCalendar) => number
}

const days = (size: number): Numbering => ({
  size,
  sql: (key, { dialect }) => dialect.daysBetween(dialect.toDate("'1970-01-01'"), key),
  value: (value) => dayNumber(String(value)),
})

/** Of values that are numbers: years, weekdays and hours. */
const NUMBERS: Numbering = { size: 1, sql: (key) => key, value: Number }

const NUMBERINGS: ReadonlyMap<string, Numbering> = new Map([
  ['day', days(1)],
  ['week', days(7)],
  [
    'month',
    {
      size: 1,
      sql: (key, { dialect }) => `(${dialect.yearNumber(key)} * 12 + ${dialect.monthNumber(key)})`,
      value: (value) => Number(String(value).slice(0, 4)) * 12 + Number(String(value).slice(5)),
    },
  ],
  [
    'quarter',
    {
      size: 1,
      sql: (key, { dialect }) =>
        `(${dialect.toNumber(`substring(${key}, 1, 4)`)} * 4 + ${dialect.toNumber(`substring(${key}, 7)`)})`,
      value: (value) => Number(String(value).slice(0, 4)) * 4 + Number(String(value).slice(6)),
    },
  ],
  ['year', NUMBERS],
  [
    'monthOfYear',
    {
      size: 1,
      sql: (key, { calendar }) => `((${key} + 12 - ${calendar.fiscalYearStartMonth}) % 12)`,
      value: (value, { fiscalYearStartMonth }) => (Number(value) + 12 - fiscalYearStartMonth) % 12,
    },
  ],
  ['weekday', NUMBERS],
  ['hour', NUMBERS],
])

/** Grains of which a date has one period after another, instead of the same ones every week, day or year. */
const CONSECUTIVE = ['day', 'week', 'month', 'quarter', 'year']

const numberingOf = (dimension: Dimension | undefined): Numbering | undefined =>
  NUMBERINGS.get(dimension?.part?.grain ?? '')

/** Indexes of the group columns that rows are sorted by before any measure. */
const sortedIndexes = ({ sort, columns, groupBy }: SemanticQuery): number[] => {
  const sorted = sort.map((one) => {
    const { columnId, aggregation } =
      'column' in one ? (columns[one.column] ?? { columnId: '', aggregation: 'None' }) : { ...one, aggregation: 'None' }
    return aggregation === 'None' ? groupBy.indexOf(columnId) : -1
  })
  const measure = sorted.indexOf(-1)
  return measure >= 0 ? sorted.slice(0, measure) : [...new Set([...sorted, ...groupBy.keys()])]
}

/** The group column whose periods follow each other from row to row. */
export interface PeriodStep {
  readonly index: number
  readonly numbering: Numbering
  /** the date column whose periods they are */
  readonly of: string
  /** indexes of the group columns that must have the same value in both rows */
  readonly others: readonly number[]
}

/** The periods that a comparison of neighboring rows goes along; null: its rows do not follow each other in time. */
export const findPeriodStep = (
  query: SemanticQuery,
  dimensions: readonly Dimension[],
  along: string | null,
): PeriodStep | null => {
  const candidates = along === null ? sortedIndexes(query) : [query.groupBy.indexOf(along)]
  const index = candidates.findLast((one) => numberingOf(dimensions[one]) !== undefined) ?? -1
  const part = dimensions[index]?.part
  const numbering = numberingOf(dimensions[index])
  if (part === undefined || numbering === undefined) return null
  if (along !== null) return { index, numbering, of: part.of, others: [] }
  const isConsecutive = (grain: string): boolean => CONSECUTIVE.includes(grain)
  const isOfStep = (other: Dimension['part']): boolean =>
    other?.of === part.of && isConsecutive(part.grain) && isConsecutive(other.grain)
  const others = dimensions.flatMap((one, other) => (other === index || isOfStep(one.part) ? [] : [other]))
  return { index, numbering, of: part.of, others }
}

/** Whether filters may hide periods that have rows, such as one that leaves out Sundays. */
const mayHidePeriods = (query: SemanticQuery, { of }: PeriodStep): boolean => {
  const type = queriedType(query)
  const isOfDate = (columnId: string): boolean => {
    const column = type && findColumn(type, columnId)
    return columnId === of || (column?.kind === 'dimension' && column.part?.of === of)
  }
  const { having, groupFilter, filter } = query
  return having !== undefined || groupFilter !== undefined || filterColumns(filter).some(isOfDate)
}

/** What the row after periods without rows is compared with; null where that has no value, or where filters may hide rows. */
export const valueInGap = (
  query: SemanticQuery,
  step: PeriodStep,
  formula: MeasureFormula,
  minorUnits: number,
): number | null => (mayHidePeriods(query, step) ? null : valueOverNoRows(formula, minorUnits))

/** Whether there are periods without rows between two rows, given by the returned values of their group columns. */
export const isAfterGap = (
  { index, numbering, others }: PeriodStep,
  row: readonly FilterValue[],
  other: readonly FilterValue[],
  calendar: PeriodCalendar,
): boolean => {
  const [from, to] = [other[index] ?? null, row[index] ?? null]
  if (from === null || to === null || typeof from === 'boolean' || typeof to === 'boolean') return false
  const distance = Math.abs(numbering.value(to, calendar) - numbering.value(from, calendar))
  return distance > numbering.size && others.every((one) => row[one] === other[one])
}
