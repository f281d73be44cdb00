import { addDays, earlierDay, type LocalDay } from '#domain/ranges/local-day.ts'
import { findColumn, findReportType } from '../catalog/catalog.ts'
import { type Column, type Dimension, InvalidValue } from '../catalog/column.ts'
import type { ReportType } from '../catalog/report-type.ts'
import { STANDARD_DEFINITIONS } from '../definitions/registry.ts'
import { InvalidQuery } from '../invalid-query.ts'
import type { SemanticQuery } from '../query.ts'
import { NotAggregatable } from './aggregation.ts'
import { chooseRollup } from './choose-rollup.ts'
import type { Dialect, QueryContext } from './dialect.ts'
import { type CompilerScope, createScope, type SqlParam, type Window } from './scope.ts'
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

/** What compiling the parts of a query needs; made once for each statement, as it numbers the parameters. */
export interface Compilation extends CompilerOptions {
  readonly query: SemanticQuery
  readonly type: ReportType
  readonly scope: CompilerScope
}

export const typeOf = (query: SemanticQuery): ReportType => {
  const type = findReportType(query.reportType)
  if (type === null)
    throw new InvalidQuery([{ field: 'reportType', message: `${query.reportType} is not a report type` }])
  return type
}

/** A range that is still running is looked at as of today: its end has not come. */
const windowOf = ({ range }: SemanticQuery, today: LocalDay): Window => {
  const tomorrow = addDays(today, 1)
  return { from: range?.from ?? null, until: range === null ? tomorrow : earlierDay(range.until, tomorrow) }
}

/** What the query is read from: its records, or sums of them that the engine keeps and that have all it asks. */
export const readFrom = (
  query: SemanticQuery,
  { dialect, context }: Pick<CompilerOptions, 'dialect' | 'context'>,
  isRest = false,
): ReportType => {
  const { definitions = STANDARD_DEFINITIONS } = context
  return dialect.hasRollups ? chooseRollup(typeOf(query), query, { definitions, isRest }) : typeOf(query)
}

interface BeginOptions {
  /** what a top N leaves out is asked for too */
  readonly isRest?: boolean
}

export const begin = (
  query: SemanticQuery,
  options: CompilerOptions,
  { isRest = false }: BeginOptions = {},
): Compilation => ({
  ...options,
  query,
  type: readFrom(query, options, isRest),
  scope: createScope({
    dialect: options.dialect,
    context: options.context,
    window: windowOf(query, options.context.today),
    days: query.asOfDays ?? null,
    withoutClubOrders: query.withoutClubOrders === true,
  }),
})

/** Turns what the compiler finds wrong with one column into a problem that names its place. */
export const at = <T>(field: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof NotAggregatable || error instanceof InvalidValue)
      throw new InvalidQuery([{ field, message: error.message }])
    throw error
  }
}

/** A column that an answer may hold. */
export const columnAt = (type: ReportType, columnId: string, field: string): Column => {
  const column = findColumn(type, columnId)
  if (column === null) throw new InvalidQuery([{ field, message: `${columnId} is not a column of ${type.title}` }])
  if (column.kind === 'dimension' && column.fact !== undefined)
    throw new InvalidQuery([{ field, message: `${column.displayName} can only be filtered by in ${type.title}` }])
  return column
}

export const dimensionsOf = ({ query, type }: Compilation): Dimension[] =>
  query.groupBy.map((columnId, place) => {
    const column = columnAt(type, columnId, `groupColumns[${place}]`)
    if (column.kind === 'dimension') return column
    throw new InvalidQuery([{ field: `groupColumns[${place}]`, message: `${column.displayName} cannot be grouped by` }])
  })

/** Conditions on records; what a filter gets wrong is named. */
export const sourceOf = (
  compilation: Compilation,
  scope: CompilerScope = compilation.scope,
  currencies: Currencies = 'account',
): Source => at('filters', () => compileSource({ ...compilation, scope, currencies }))

/** Every condition that a record has to meet. */
export const allConditions = ({ conditions, range }: Source): string[] => [
  ...conditions,
  ...(range === null ? [] : [range()]),
]

export const finish = ({ scope }: Compilation, sql: string): CompiledStatement => ({ sql, params: scope.params })
