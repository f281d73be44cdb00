import type { PeriodGrain } from '#domain/ranges/relative-range.ts'
import { findColumn } from '../catalog/catalog.ts'
import type { Dimension } from '../catalog/column.ts'
import type { Wider } from '../catalog/formula.ts'
import type { ReportType } from '../catalog/report-type.ts'
import { type Compilation, sourceOf } from './compilation.ts'
import type { Restrict } from './restriction.ts'
import type { Scope } from './scope.ts'
import { fromClause, whereClause } from './source.ts'

/** The periods that groups stand for, by their first days. */
export interface Period {
  /** of the first day in relations */
  readonly alias: string
  /** the first day, in a relation that is joined to the periods */
  readonly firstDay: string
  /** the first day of the period that a record lies in; null without a date */
  readonly of: (scope: Scope) => string
  /** whether a record's date lies in the window of measures with dates of their own */
  readonly isWithin: (scope: Scope) => string
}

/** Finest first: a week within a month is told by the week. */
const GRAINS: readonly PeriodGrain[] = ['day', 'week', 'month', 'quarter', 'year']

/** Whether a wider aggregate is not divided by the column, or by a part of a date that it is not divided by. */
export const isBeyond = ({ beyond }: Wider, type: ReportType, columnId: string): boolean => {
  if (beyond === 'all') return true
  const column = findColumn(type, columnId)
  return beyond.includes(columnId) || (column?.kind === 'dimension' && beyond.includes(column.part?.of ?? ''))
}

/** The finest period of the formula's date among the groups' columns; null where none is grouped by. */
export const grainOf = ({ startOf }: Wider, dimensions: readonly Dimension[]): PeriodGrain | null => {
  const grains = dimensions.flatMap(({ part }) => (part !== undefined && part.of === startOf ? [part.grain] : []))
  return GRAINS.find((grain) => grains.includes(grain)) ?? null
}

export const periodOf = (wider: Wider, type: ReportType, dimensions: readonly Dimension[]): Period | null => {
  const grain = grainOf(wider, dimensions)
  const date = wider.startOf === undefined ? null : findColumn(type, wider.startOf)
  if (grain === null || date?.kind !== 'dimension') return null
  return {
    alias: `first_${wider.startOf}`,
    firstDay: 'p.first_day',
    of: (scope) => scope.dialect.truncate(grain, date.field(scope), scope.calendar),
    isWithin: (scope) => `(${date.field(scope)} >= ${scope.from()} AND ${date.field(scope)} < ${scope.until()})`,
  }
}

/**
 * First days of the periods that groups may be shown of, to be paired with every record: those of records in the range, and
 * those of dates in the window, whatever other date the range limits.
 */
export const periodRelation = (period: Period, compilation: Compilation, restrict: Restrict): string => {
  const { type } = compilation
  const scope = compilation.scope.nested()
  const source = sourceOf(compilation, scope)
  const first = period.of(scope)
  const { joins, conditions } = restrict(scope)
  const shown = source.range === null ? [] : [`(${source.range()} OR ${period.isWithin(scope)})`]
  const where = whereClause([...source.conditions, ...shown, `${first} IS NOT NULL`, ...conditions])
  return ` CROSS JOIN (SELECT DISTINCT ${first} AS first_day ${fromClause({ scope, type, source })}${joins}${where}) AS p`
}
