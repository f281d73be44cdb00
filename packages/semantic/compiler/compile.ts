import { addDays, earlierDay, type LocalDay } from '#domain/ranges/local-day.ts'
import { findColumn, findReportType } from '../catalog/catalog.ts'
import { type Column, type Dimension, InvalidValue, type Measure } from '../catalog/column.ts'
import { hasOwnDates } from '../catalog/formula.ts'
import type { ReportType } from '../catalog/report-type.ts'
import { InvalidQuery } from '../invalid-query.ts'
import type { QueryColumn, SemanticQuery } from '../query.ts'
import { aggregateColumn, NotAggregatable } from './aggregation.ts'
import { dimensionField } from './compile-filter.ts'
import { AggregateList } from './compile-formula.ts'
import type { Dialect, QueryContext } from './dialect.ts'
import { type CompilerScope, createScope, type SqlParam, type Window } from './scope.ts'
import { compileSource, fromClause, whereClause } from './source.ts'

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

const GROUPS = 'g'

/** What compiling the parts of a query needs; made once for each statement, as it numbers the parameters. */
interface Compilation extends CompilerOptions {
  readonly query: SemanticQuery
  readonly type: ReportType
  readonly scope: CompilerScope
}

const typeOf = (query: SemanticQuery): ReportType => {
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

const begin = (query: SemanticQuery, options: CompilerOptions): Compilation => ({
  ...options,
  query,
  type: typeOf(query),
  scope: createScope({
    dialect: options.dialect,
    context: options.context,
    window: windowOf(query, options.context.today),
    hasDayList: query.asOfDays !== undefined,
    withoutClubOrders: query.withoutClubOrders === true,
  }),
})

/** Turns what the compiler finds wrong with one column into a problem that names its place. */
const at = <T>(field: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof NotAggregatable || error instanceof InvalidValue)
      throw new InvalidQuery([{ field, message: error.message }])
    throw error
  }
}

const columnAt = (type: ReportType, columnId: string, field: string): Column => {
  const column = findColumn(type, columnId)
  if (column === null) throw new InvalidQuery([{ field, message: `${columnId} is not a column of ${type.title}` }])
  return column
}

const dimensionsOf = ({ query, type }: Compilation): Dimension[] =>
  query.groupBy.map((columnId, place) => {
    const column = columnAt(type, columnId, `groupColumns[${place}]`)
    if (column.kind === 'dimension') return column
    throw new InvalidQuery([{ field: `groupColumns[${place}]`, message: `${column.displayName} cannot be grouped by` }])
  })

interface GroupedOutput {
  /** over the inner query's columns, as it is answered */
  readonly select: string
  /** over the inner query's columns, as it is compared */
  readonly sort: string
}

interface Grouped {
  readonly inner: string
  readonly outputs: readonly GroupedOutput[]
  readonly keys: readonly string[]
}

const sourceOf = (compilation: Compilation, currencies: 'account' | 'others' = 'account') =>
  at('filters', () => compileSource({ ...compilation, currencies }))

/** The inner query of groups, and what to select of it. */
const compileGroups = (compilation: Compilation): Grouped => {
  const { query, type, scope, dialect } = compilation
  const dimensions = dimensionsOf(compilation)
  const keys = dimensions.map((dimension) => dimensionField(dimension, scope))
  const places = new Map(dimensions.map((dimension, place) => [dimension.columnId, place]))
  const columns = query.columns.map((column, place) => {
    const found = columnAt(type, column.columnId, `columns[${place}]`)
    return { found, column, place, key: column.aggregation === 'None' ? places.get(found.columnId) : undefined }
  })
  const aggregated = columns.map(({ found, column, place, key }) =>
    key === undefined ? at(`columns[${place}]`, () => aggregateColumn(found, column.aggregation)) : null,
  )

  const source = sourceOf(compilation)
  // measures with dates of their own look beyond the range, so the range must not narrow the records before them
  const ownDates = aggregated.some((one) => one !== null && hasOwnDates(one.formula))
  const list = new AggregateList(scope, GROUPS, ownDates ? source.range : null)
  const outputs = columns.map(({ found, key }, place): GroupedOutput => {
    const one = aggregated[place]
    if (key !== undefined || !one) return keyOutput(found, key ?? 0, scope)
    const sql = list.add(one.formula)
    return { select: one.present ? one.present(sql, scope) : sql, sort: sql }
  })
  const where = whereClause([...source.conditions, ...(source.range !== null && !ownDates ? [source.range()] : [])])
  const selected = [...keys.map((sql, place) => `${sql} AS k${place + 1}`), ...list.selectList()]
  const grouping = keys.length > 0 ? ` GROUP BY ${keys.map((_, place) => `k${place + 1}`).join(', ')}` : ''
  // without it, groups that only hold records outside the range would show as rows of zeros
  const having =
    ownDates && keys.length > 0
      ? ` HAVING ${list
          .expressions()
          .map((sql) => `${sql} <> 0`)
          .join(' OR ')}`
      : ''
  const inner = `SELECT ${selected.length > 0 ? selected.join(', ') : '1'} ${fromClause(scope, type, query)}${where}${grouping}${having}`
  return { inner, outputs, keys: dimensions.map((_, place) => dialect.orderBy(`${GROUPS}.k${place + 1}`, 'asc')) }
}

const keyOutput = (column: Column, key: number, scope: CompilerScope): GroupedOutput => {
  const sql = `${GROUPS}.k${key + 1}`
  const present = column.kind === 'dimension' ? column.present : undefined
  return { select: present ? present(sql, scope) : sql, sort: sql }
}

const orderClause = (terms: readonly string[]): string => (terms.length === 0 ? '' : ` ORDER BY ${terms.join(', ')}`)

const limitClause = ({ top, page }: SemanticQuery): string => {
  if (page === null) return top === null ? '' : ` LIMIT ${top}`
  const left = top === null ? page.limit : Math.max(0, Math.min(page.limit, top - page.offset))
  return ` LIMIT ${left} OFFSET ${page.offset}`
}

const sortTerms = (query: SemanticQuery, sorts: readonly string[], dialect: Dialect): string[] =>
  query.sort.flatMap(({ column, direction }) => {
    const sql = sorts[column]
    return sql === undefined ? [] : [dialect.orderBy(sql, direction)]
  })

const compileGroupRows = (compilation: Compilation): string => {
  const { query, dialect } = compilation
  const { inner, outputs, keys } = compileGroups(compilation)
  const order = [
    ...sortTerms(
      query,
      outputs.map(({ sort }) => sort),
      dialect,
    ),
    ...keys,
  ]
  const select = outputs.map(({ select }) => select).join(', ')
  return `SELECT ${select} FROM (${inner}) AS ${GROUPS}${orderClause(order)}${limitClause(query)}`
}

const recordOutput = (column: Column, scope: CompilerScope): GroupedOutput => {
  if (column.kind === 'measure') {
    const sql = column.record === null ? 'NULL' : column.record(scope)
    return { select: sql, sort: sql }
  }
  const sql = dimensionField(column, scope)
  return { select: column.present ? column.present(sql, scope) : sql, sort: sql }
}

const recordColumn = ({ type }: Compilation, { columnId, aggregation }: QueryColumn, place: number): Column => {
  const column = columnAt(type, columnId, `columns[${place}]`)
  if (aggregation === 'None') return column
  throw new InvalidQuery([{ field: `columns[${place}]`, message: 'Records are not aggregated' }])
}

const compileRecordRows = (compilation: Compilation): string => {
  const { query, type, scope, dialect } = compilation
  const outputs = query.columns.map((column, place) => recordOutput(recordColumn(compilation, column, place), scope))
  const source = sourceOf(compilation)
  const where = whereClause([...source.conditions, ...(source.range === null ? [] : [source.range()])])
  const order = [
    ...sortTerms(
      query,
      outputs.map(({ sort }) => sort),
      dialect,
    ),
    ...type.recordKey.map((name) => dialect.orderBy(scope.col(name), 'asc')),
  ]
  const select = outputs.map(({ select }) => select).join(', ')
  return `SELECT ${select} ${fromClause(scope, type, query)}${where}${orderClause(order)}${limitClause(query)}`
}

const finish = ({ scope }: Compilation, sql: string): CompiledStatement => ({ sql, params: scope.params })

/**
 * The rows of a query, in its sort, then by group or record key, so that paging never skips or repeats a row.
 * Throws `InvalidQuery`.
 */
export const compileRows = (query: SemanticQuery, options: CompilerOptions): CompiledStatement => {
  const compilation = begin(query, options)
  return finish(compilation, query.grain === 'groups' ? compileGroupRows(compilation) : compileRecordRows(compilation))
}

/** One row with one number: how many rows all pages hold, before `top`. */
export const compileRowCount = (query: SemanticQuery, options: CompilerOptions): CompiledStatement => {
  const compilation = begin(query, options)
  const { type, scope } = compilation
  if (query.grain === 'groups')
    return finish(compilation, `SELECT COUNT(*) FROM (${compileGroups(compilation).inner}) AS ${GROUPS}`)
  const source = sourceOf(compilation)
  const where = whereClause([...source.conditions, ...(source.range === null ? [] : [source.range()])])
  return finish(compilation, `SELECT COUNT(*) ${fromClause(scope, type, query)}${where}`)
}

/** Rows of currency and number: records that the measures leave out. Null where the type holds no money. */
export const compileExcluded = (query: SemanticQuery, options: CompilerOptions): CompiledStatement | null => {
  const compilation = begin(query, options)
  const { type, scope } = compilation
  if (type.currencyColumn === null) return null
  const source = sourceOf(compilation, 'others')
  const where = whereClause([...source.conditions, ...(source.range === null ? [] : [source.range()])])
  const currency = scope.col(type.currencyColumn)
  return finish(
    compilation,
    `SELECT ${currency}, COUNT(*) ${fromClause(scope, type, query)}${where} GROUP BY ${currency} ORDER BY ${currency}`,
  )
}

/**
 * One row: the measures of `query` over the records of every group that `top` leaves out. Group columns are null.
 * For a query with groups and a `top`.
 */
export const compileOthers = (query: SemanticQuery, options: CompilerOptions): CompiledStatement => {
  const compilation = begin(query, options)
  const { scope, type, dialect } = compilation
  const kept = compileGroups(compilation)
  const order = [
    ...sortTerms(
      query,
      kept.outputs.map(({ sort }) => sort),
      dialect,
    ),
    ...kept.keys,
  ]
  const top = `SELECT * FROM (${kept.inner}) AS ${GROUPS}${orderClause(order)} LIMIT ${query.top ?? 0}`

  const dimensions = dimensionsOf(compilation)
  const list = new AggregateList(scope, GROUPS, null)
  const outputs = query.columns.map((column, place) => {
    const found = columnAt(type, column.columnId, `columns[${place}]`)
    if (found.kind === 'dimension' && column.aggregation === 'None') return 'NULL'
    return list.add(aggregateColumn(found, column.aggregation).formula)
  })
  const source = sourceOf(compilation)
  const keys = dimensions.map((dimension, place) => dialect.isSame(dimensionField(dimension, scope), `t.k${place + 1}`))
  const where = whereClause([
    ...source.conditions,
    ...(source.range === null ? [] : [source.range()]),
    `NOT EXISTS (SELECT 1 FROM top_groups AS t WHERE ${keys.join(' AND ')})`,
  ])
  const selected = list.selectList()
  const inner = `SELECT ${selected.length > 0 ? selected.join(', ') : '1'} ${fromClause(scope, type, query)}${where}`
  return finish(compilation, `WITH top_groups AS (${top}) SELECT ${outputs.join(', ')} FROM (${inner}) AS ${GROUPS}`)
}

export interface OutputColumn {
  readonly column: Column
  readonly aggregation: QueryColumn['aggregation']
  readonly isMoney: boolean
  readonly isMeasure: boolean
  readonly format: Column['format']
  readonly additive: boolean
  readonly goodDirection: Measure['goodDirection']
}

/** What each column of the query's answer is. Throws `InvalidQuery`. */
export const describeColumns = (query: SemanticQuery): OutputColumn[] => {
  const type = typeOf(query)
  return query.columns.map(({ columnId, aggregation }, place) => {
    const column = columnAt(type, columnId, `columns[${place}]`)
    const goodDirection = column.kind === 'measure' ? column.goodDirection : 'neutral'
    const isKey = column.kind === 'dimension' && aggregation === 'None'
    if (isKey || query.grain === 'records') {
      const isMoney = column.type === 'currency'
      const isMeasure = column.kind === 'measure'
      const additive = column.kind === 'measure' && column.additive
      return { column, aggregation, isMoney, isMeasure, format: column.format, additive, goodDirection }
    }
    const { isMoney, format, additive } = at(`columns[${place}]`, () => aggregateColumn(column, aggregation))
    return { column, aggregation, isMoney, isMeasure: true, format, additive, goodDirection }
  })
}
