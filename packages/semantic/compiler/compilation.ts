import { addDays, earlierDay, type LocalDay } from '#domain/ranges/local-day.ts'
import { expressionColumns, withCalculations } from '../catalog/calculations.ts'
import { findColumn, queriedType } from '../catalog/catalog.ts'
import { type Column, type Dimension, InvalidValue, isFilterOnly } from '../catalog/column.ts'
import type { Dialect, QueryContext } from '../catalog/dialect.ts'
import type { SqlParam } from '../catalog/formula.ts'
import { limitedMonths } from '../catalog/months-since.ts'
import type { ReportType } from '../catalog/report-type.ts'
import { STANDARD_DEFINITIONS } from '../definitions/definitions.ts'
import type { Calculation, SemanticQuery } from '../query.ts'
import { InvalidQuery } from '../query.ts'
import { NotAggregatable } from './aggregation.ts'
import { chooseRollup } from './choose-rollup.ts'
import { type CompilerScope, createScope, type Window } from './scope.ts'
import { type Currencies, compileSource, type Source } from './source.ts'

export interface CompiledStatement {
  readonly sql: string
  readonly params: readonly SqlParam[]
}

export interface CompilerOptions {
  readonly dialect: Dialect
  readonly context: QueryContext
  /** minor units in one major unit of the account's currency */
  readonly minorUnits: number
}

/** Context for compiling the parts of a query; created once per statement, because it numbers the parameters. */
export interface Compilation extends CompilerOptions {
  readonly query: SemanticQuery
  readonly type: ReportType
  readonly scope: CompilerScope
}

export const getReportType = (query: SemanticQuery): ReportType => {
  const type = queriedType(query)
  if (type === null)
    throw new InvalidQuery([{ field: 'reportType', message: `${query.reportType} is not a report type` }])
  return type
}

/** A range that has not ended is evaluated as of today. */
export const resolveWindow = ({ range }: Pick<SemanticQuery, 'range'>, today: LocalDay): Window => {
  const tomorrow = addDays(today, 1)
  return { from: range?.from ?? null, until: range === null ? tomorrow : earlierDay(range.until, tomorrow) }
}

/** A rollup has the columns that the query uses, so it is not asked for calculations that need others. */
const calculableIn = (rollup: ReportType, { calculations = [] }: SemanticQuery): readonly Calculation[] => {
  const hasAll = ({ of }: Calculation) =>
    expressionColumns(of).every(({ columnId }) => findColumn(rollup, columnId) !== null)
  return calculations.every(hasAll) ? calculations : calculations.filter(hasAll)
}

/** Source of the query: its records, or a rollup of the engine that has everything the query needs. */
export const chooseSource = (
  query: SemanticQuery,
  { dialect, context }: Pick<CompilerOptions, 'dialect' | 'context'>,
  isRest = false,
): ReportType => {
  const { definitions = STANDARD_DEFINITIONS } = context
  if (!dialect.hasRollups) return getReportType(query)
  const type = chooseRollup(getReportType(query), query, { definitions, isRest })
  return type === getReportType(query) ? type : withCalculations(type, calculableIn(type, query))
}

interface BeginOptions {
  /** the query also returns the rest of a top N */
  readonly isRest?: boolean
}

export const startCompilation = (
  query: SemanticQuery,
  options: CompilerOptions,
  { isRest = false }: BeginOptions = {},
): Compilation => ({
  ...options,
  query,
  type: chooseSource(query, options, isRest),
  scope: createScope({
    dialect: options.dialect,
    context: options.context,
    window: resolveWindow(query, options.context.today),
    // groups that the days do not tell apart have one window: a total, a subtotal
    days: query.grain === 'records' || query.groupBy.includes('asOfMonth') ? (query.asOfDays ?? null) : null,
    withoutClubOrders: query.withoutClubOrders === true,
    months: limitedMonths(getReportType(query), query.filter),
    minorUnits: options.minorUnits,
  }),
})

/** Reports an error of one column as a problem of the named field. */
export const withField = <T>(field: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof NotAggregatable || error instanceof InvalidValue)
      throw new InvalidQuery([{ field, message: error.message }])
    throw error
  }
}

/** A column that a result may hold. */
export const columnAt = (type: ReportType, columnId: string, field: string): Column => {
  const column = findColumn(type, columnId)
  if (column === null) throw new InvalidQuery([{ field, message: `${columnId} is not a column of ${type.title}` }])
  if (column.kind === 'dimension' && isFilterOnly(column))
    throw new InvalidQuery([{ field, message: `${column.displayName} can only be filtered by in ${type.title}` }])
  return column
}

export const groupDimensions = ({ query, type }: Compilation): Dimension[] =>
  query.groupBy.map((columnId, index) => {
    const column = columnAt(type, columnId, `groupColumns[${index}]`)
    if (column.kind === 'dimension') return column
    throw new InvalidQuery([{ field: `groupColumns[${index}]`, message: `${column.displayName} cannot be grouped by` }])
  })

/** Conditions on records. Throws `InvalidQuery` for an invalid filter. */
export const buildSource = (
  compilation: Compilation,
  scope: CompilerScope = compilation.scope,
  currencies: Currencies = 'account',
): Source => withField('filters', () => compileSource({ ...compilation, scope, currencies }))

/** Every condition on a record. */
export const allConditions = ({ conditions, range }: Source): string[] => [
  ...conditions,
  ...(range === null ? [] : [range()]),
]

export const toStatement = ({ scope }: Compilation, sql: string): CompiledStatement => ({ sql, params: scope.params })
