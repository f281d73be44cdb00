import type { PeriodGrain } from '#domain/ranges/relative-range.ts'
import { findColumn } from '../catalog/catalog.ts'
import type { Dimension } from '../catalog/column.ts'
import type { CoarserAggregate, Scope } from '../catalog/formula.ts'
import type { ReportType } from '../catalog/report-type.ts'
import { buildSource, type Compilation } from './compilation.ts'
import type { Restrict } from './source.ts'
import { fromClause, whereClause } from './source.ts'

/** The periods of the groups, by their first days. */
export interface Period {
  /** column alias of the first day */
  readonly alias: string
  /** SQL of the first day, in a relation that is joined to the periods */
  readonly firstDay: string
  /** the first day of a record's period; null without a date */
  readonly of: (scope: Scope) => string
  /** whether a record's date is in the window of measures with dates of their own */
  readonly isWithin: (scope: Scope) => string
}

/** Finest first: week and month together mean the week. */
const GRAINS: readonly PeriodGrain[] = ['day', 'week', 'month', 'quarter', 'year']

/** Whether the column does not split the coarser aggregate: it is one of its `across` columns or a part of one. */
export const isAcross = ({ across }: CoarserAggregate, type: ReportType, columnId: string): boolean => {
  if (across === 'all') return true
  const column = findColumn(type, columnId)
  return across.includes(columnId) || (column?.kind === 'dimension' && across.includes(column.part?.of ?? ''))
}

/** The finest period of the aggregate's date among the group columns; null without one. */
export const coarserGrain = (
  { periodOf: buildPeriod }: CoarserAggregate,
  dimensions: readonly Dimension[],
): PeriodGrain | null => {
  const grains = dimensions.flatMap(({ part }) => (part !== undefined && part.of === buildPeriod ? [part.grain] : []))
  return GRAINS.find((grain) => grains.includes(grain)) ?? null
}

export const buildPeriodStart = (
  coarser: CoarserAggregate,
  type: ReportType,
  dimensions: readonly Dimension[],
): Period | null => {
  const grain = coarserGrain(coarser, dimensions)
  const date = coarser.periodOf === undefined ? null : findColumn(type, coarser.periodOf)
  if (grain === null || date?.kind !== 'dimension') return null
  return {
    alias: `first_${coarser.periodOf}`,
    firstDay: 'p.first_day',
    of: (scope) => scope.dialect.truncate(grain, date.field(scope), scope.calendar),
    isWithin: (scope) => `(${date.field(scope)} >= ${scope.from()} AND ${date.field(scope)} < ${scope.until()})`,
  }
}

/**
 * First days of the periods that groups may have, to pair with every record: those of records in the range, and those of
 * dates in the window, even if the range limits another date.
 */
export const periodRelation = (period: Period, compilation: Compilation, restrict: Restrict): string => {
  const { type } = compilation
  const scope = compilation.scope.nested()
  const source = buildSource(compilation, scope)
  const first = period.of(scope)
  const { joins, conditions } = restrict(scope)
  const shown = source.range === null ? [] : [`(${source.range()} OR ${period.isWithin(scope)})`]
  const where = whereClause([...source.conditions, ...shown, `${first} IS NOT NULL`, ...conditions])
  return ` CROSS JOIN (SELECT DISTINCT ${first} AS first_day ${fromClause({ scope, type, source })}${joins}${where}) AS p`
}
