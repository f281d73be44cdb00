import { addMonths, type LocalDay } from '#domain/ranges/local-day.ts'
import type { PeriodCalendar } from '#domain/ranges/period.ts'
import type { PeriodGrain } from '#domain/ranges/relative-range.ts'
import { findColumn } from '../catalog/catalog.ts'
import { monthsToNamingYear } from '../catalog/date-columns.ts'
import { type Aggregate, type CoarserAggregate, listLeaves } from '../catalog/formula.ts'
import type { ReportType } from '../catalog/report-type.ts'
import { aggregateColumn } from '../compiler/aggregation.ts'
import {
  type Compilation,
  type CompilerOptions,
  chooseSource,
  getReportType,
  startCompilation,
  toStatement,
} from '../compiler/compilation.ts'
import { compileGroups } from '../compiler/compile-groups.ts'
import { compileRecords } from '../compiler/compile-records.ts'
import { coarserGrain, isAcross } from '../compiler/period-start.ts'
import { coarserGroups, shownGroups } from '../compiler/shown-groups.ts'
import { overAllRecords } from '../compiler/total.ts'
import type { Filter, FilterValue, SemanticQuery } from '../query.ts'
import { type Cell, cellFactRecords, cellRecords } from './cell-records.ts'
import { describeFormula } from './describe-formula.ts'
import { cellFormula, drillQuery } from './drill.ts'
import type { ProofPlan } from './fold-proof.ts'
import { foldRecords } from './fold-records.ts'

const ofNamed = (day: LocalDay, calendar: PeriodCalendar): LocalDay => addMonths(day, -monthsToNamingYear(calendar))

/** The first day of a returned period: `2026-Q1` → 2026-01-01, where the fiscal year is the calendar year. */
const firstDayOf = (grain: PeriodGrain, answered: string, calendar: PeriodCalendar): LocalDay => {
  if (grain === 'month') return `${answered}-01`
  if (grain === 'year') return ofNamed(`${answered}-01-01`, calendar)
  if (grain !== 'quarter') return answered
  const month = (Number(answered.slice(6)) - 1) * 3 + 1
  return ofNamed(`${answered.slice(0, 4)}-${String(month).padStart(2, '0')}-01`, calendar)
}

/**
 * The first day of a result row's period; `none` for the row of records without that date, null where the groups are not
 * periods.
 */
const periodStart = (
  coarser: CoarserAggregate,
  type: ReportType,
  row: Readonly<Record<string, FilterValue>>,
  calendar: PeriodCalendar,
): LocalDay | 'none' | null => {
  const dimensions = Object.keys(row).flatMap((columnId) => {
    const column = findColumn(type, columnId)
    return column?.kind === 'dimension' ? [column] : []
  })
  const grain = coarserGrain(coarser, dimensions)
  const found = dimensions.find(({ part }) => part?.of === coarser.periodOf && part?.grain === grain)
  if (grain === null || found === undefined) return null
  const answered = row[found.columnId] ?? null
  return answered === null ? 'none' : firstDayOf(grain, String(answered), calendar)
}

/** Another query in the same statement. `from`: SQL of the first day of its range. */
const within = (whole: Compilation, query: SemanticQuery, from?: string): Compilation => ({
  ...whole,
  query,
  type: getReportType(query),
  scope: whole.scope.nested(from === undefined ? {} : { from }),
})

/** The cell as the report computes it: its group out of all groups, the total, or one record. */
const cellSql = (whole: Compilation, { row, measure, aggregation }: Cell): string => {
  const { query } = whole
  const column = { columnId: measure, aggregation }
  const isTotal = Object.keys(row).length === 0
  const isOne = isTotal || query.grain === 'records'
  // with the other columns, because together they decide whether a group of zeros is shown
  const asked: SemanticQuery = isOne
    ? { ...overAllRecords(isTotal ? query : cellRecords(query, row)), columns: [column] }
    : { ...query, sort: [], top: null, page: null, columns: [...query.columns, column], coordinate: row }
  const { outputs, from } = compileGroups({ ...within(whole, asked), type: chooseSource(asked, whole) })
  return `SELECT ${outputs.at(-1)?.select ?? 'NULL'} ${from}`
}

const countSql = (whole: Compilation, cell: Cell): string =>
  `SELECT COUNT(*) ${compileRecords(within(whole, { ...drillQuery(whole.query, cell), columns: [] })).from}`

/** Matches no record. */
const MATCH_NOTHING: Filter = { or: [] }

/** The query without the columns that do not split a coarser aggregate in its filter on groups; one of a row has none. */
const overCoarserGroups = (query: SemanticQuery, coarser: CoarserAggregate, { row }: Cell, type: ReportType) => {
  const { having: _having, groupFilter: own, ...unfiltered } = query
  const shown = Object.keys(row).length === 0 ? shownGroups(query) : undefined
  const groupFilter = coarserGroups(shown ?? own, coarser, type)
  return groupFilter === undefined ? unfiltered : { ...unfiltered, groupFilter }
}

/** Records of a coarser aggregate: those of the cell's row without the columns that do not split it. */
const coarserSql = (whole: Compilation, coarser: CoarserAggregate, cell: Cell): string[] => {
  const { query, type, scope, context } = whole
  const { row } = cell
  const kept = Object.entries(row).filter(([columnId]) => !isAcross(coarser, type, columnId))
  const wide = coarser.across === 'all' ? query : overCoarserGroups(query, coarser, cell, type)
  const records = cellRecords(wide, Object.fromEntries(kept))
  const start = periodStart(coarser, type, row, context)
  if (start === 'none') return foldRecords(within(whole, { ...records, filter: MATCH_NOTHING }), coarser.of)
  return foldRecords(within(whole, records, start === null ? undefined : scope.bind(start, 'date')), coarser.of)
}

const partSql = (whole: Compilation, leaf: Aggregate | CoarserAggregate, cell: Cell): string[] => {
  if (leaf.kind === 'coarser') return coarserSql(whole, leaf, cell)
  const { query } = whole
  const records = leaf.fact === undefined ? cellRecords(query, cell.row) : cellFactRecords(query, cell.row, leaf.fact)
  return foldRecords(within(whole, records), leaf)
}

/**
 * One statement that computes a cell twice: as the report does, and by folding the values of its contributing records.
 * Throws `InvalidQuery`.
 */
export const compileProof = (query: SemanticQuery, cell: Cell, options: CompilerOptions): ProofPlan => {
  const { column, formula } = cellFormula(query, cell)
  const whole: Compilation = { ...startCompilation(query, options), type: getReportType(query) }
  const parts = listLeaves(formula).flatMap((leaf) => partSql(whole, leaf, cell))
  const { present, format, additive } = aggregateColumn(column, cell.aggregation)
  const shown = parts.map((sql) => (present ? present(`(${sql})`, whole.scope) : `(${sql})`))
  return {
    formula: describeFormula(column, cell.aggregation, whole.scope.definitions),
    isMoney: column.type === 'currency' && cell.aggregation !== 'Count',
    format,
    isSum: additive && formula.kind !== 'ratio',
    statement: toStatement(whole, `SELECT (${cellSql(whole, cell)}), (${countSql(whole, cell)}), ${shown.join(', ')}`),
  }
}
