import type { z } from 'zod'
import { ReportDefinition } from '#contract/report-definition.ts'
import type { ReportQuery } from '#contract/reports.ts'
import { alignPrevious } from '#reports/kit/align-previous.ts'
import { type ReportRequest, resolveReport } from '#reports/kit/resolve-report.ts'
import { findColumn, queriedType } from '#semantic/catalog/catalog.ts'
import type { Dimension } from '#semantic/catalog/column.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import { describeColumns } from '#semantic/compiler/describe-columns.ts'
import { axisPositions, type Pivot, type PivotGrain, pivotGrains, pivotMeasures } from '#semantic/compiler/pivot.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { compareOver, InvalidQuery, paginate as pageOf } from '#semantic/query.ts'
import type { SqlValue } from '../engine.ts'
import type { EngineSettings, TestEngine } from './engines.fixture.ts'
import { CUSTOM_FIELDS } from './reference/custom-fields.ts'
import { evaluate, type ReferenceAccount, type ReferenceAnswer } from './reference/evaluate.ts'
import type { Value } from './reference/value.ts'
import { Refused } from './reference/value.ts'
import { minorUnitsPerMajor, type ReferenceSettings } from './reference/winery.ts'

/** An answer, or the reason for rejecting the request. */
export type ReferenceResult = ReferenceAnswer | { readonly refused: string }

/** A request with its definition. */
export const withDefinition = (query: z.output<typeof ReportQuery>): ReportRequest => ({
  ...query,
  definition: ReportDefinition.parse(query.definition),
})

export const evaluateReference = (
  account: ReferenceAccount,
  request: ReportRequest,
  withoutClubOrders: boolean,
): ReferenceResult => {
  try {
    return evaluate(account, request, withoutClubOrders)
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message }
    throw error
  }
}

const engineSettings = ({ timeZone: _zone, ...context }: ReferenceSettings): EngineSettings => ({
  context,
  minorUnits: minorUnitsPerMajor(context.currency),
})

/** Group values in front of every row, by which rows of two ranges are matched. */
const withKeys = (query: SemanticQuery): SemanticQuery => ({
  ...query,
  columns: [...query.groupBy.map((columnId) => ({ columnId, aggregation: 'None' as const })), ...query.columns],
  sort: query.sort.map((sort) => ('column' in sort ? { ...sort, column: sort.column + query.groupBy.length } : sort)),
})

const inMajorUnits = (row: readonly SqlValue[], query: SemanticQuery, minorUnits: number): SqlValue[] => {
  const columns = describeColumns(query)
  return row.map((value, index) => (typeof value === 'number' && columns[index]?.isMoney ? value / minorUnits : value))
}

const groupDimensions = (query: SemanticQuery): Dimension[] => {
  const type = queriedType(query)
  return query.groupBy.flatMap((columnId) => {
    const column = type && findColumn(type, columnId)
    return column?.kind === 'dimension' ? [column] : []
  })
}

const previousOf = async (
  engine: TestEngine,
  shown: SemanticQuery,
  request: ReportRequest,
  settings: ReferenceSettings,
): Promise<Pick<ReferenceAnswer, 'previous' | 'previousTotals'>> => {
  const { query, range, comparison } = resolveReport(request, settings, CUSTOM_FIELDS)
  const earlier = comparison && compareOver(query, comparison.range)
  if (range === null || comparison === null || earlier === null) return { previous: null, previousTotals: null }
  const own = engineSettings(settings)
  const minorUnits = minorUnitsPerMajor(settings.currency)
  const keyed = { ...withKeys(earlier), withoutClubOrders: shown.withoutClubOrders === true }
  const answer = await engine.run(keyed, own)
  const keys = query.grain === 'records' ? 0 : query.groupBy.length
  const previousTotals = onlyTotalled(
    inMajorUnits(answer.totals, keyed, minorUnits).slice(query.groupBy.length),
    request,
    query,
  )
  const { rows } = await engine.run(withKeys(shown), own)
  if (query.grain === 'records') return { previous: rows.map(() => null), previousTotals }
  const dimensions = groupDimensions(query)
  const aligned = alignPrevious(rows, answer.rows, {
    dimensions,
    dateColumn: earlier.range?.columnId ?? '',
    range,
    comparison,
    calendar: settings,
  })
  return {
    previous: aligned.map((row) => row && inMajorUnits(row, keyed, minorUnits).slice(keys)),
    previousTotals,
  }
}

const onlyTotalled = (cells: readonly SqlValue[], { definition }: ReportRequest, query: SemanticQuery): SqlValue[] =>
  describeColumns(query).map(({ isMeasure }, index) =>
    isMeasure && definition.columns[index]?.total !== false ? (cells[index] ?? null) : null,
  )

/** Cells of a pivot: each grain of it asked on its own. */
const pivotOf = async (
  engine: TestEngine,
  query: SemanticQuery,
  pivot: Pivot | null,
  settings: ReferenceSettings,
): Promise<ReferenceAnswer['pivot']> => {
  if (pivot === null) return null
  const minorUnits = minorUnitsPerMajor(settings.currency)
  const options = { dialect: engine.dialect, ...engineSettings(settings), minorUnits }
  const answered = await Promise.all(
    pivotGrains(query, pivot).map(async (grain) => {
      const rows = await engine.rows(compileRows(grain.query, options))
      const cells = rows.map((row) => inMajorUnits(row, grain.query, minorUnits))
      const length = grain.rows + grain.columns
      return { ...grain, cells, byKey: new Map(cells.map((row) => [JSON.stringify(row.slice(0, length)), row])) }
    }),
  )
  const axisOf = (isOfAxis: (grain: PivotGrain) => boolean) =>
    axisPositions(
      answered
        .filter(isOfAxis)
        .toSorted((a, b) => a.rows + a.columns - b.rows - b.columns)
        .map((grain) => grain.cells.map((row) => row.slice(0, grain.rows + grain.columns))),
      pivot.subtotals,
    )
  const rows = axisOf((grain) => grain.columns === 0)
  const columns = axisOf((grain) => grain.rows === 0)
  const measures = pivotMeasures(query)
  const cellsAt = (row: readonly SqlValue[], column: readonly SqlValue[]): SqlValue[] => {
    const grain = answered.find((one) => one.rows === row.length && one.columns === column.length)
    const found = grain?.byKey.get(JSON.stringify([...row, ...column]))
    return measures.map((_, index) => found?.[row.length + column.length + index] ?? null)
  }
  return { rows, columns, cells: rows.map((row) => columns.flatMap((column) => cellsAt(row, column))) }
}

const ask = async (
  engine: TestEngine,
  request: ReportRequest,
  settings: ReferenceSettings,
  withoutClubOrders: boolean,
): Promise<ReferenceAnswer> => {
  const resolved = resolveReport(request, settings, CUSTOM_FIELDS)
  const query: SemanticQuery = { ...resolved.query, withoutClubOrders }
  const shown = pageOf(query, request.page, request.pageSize)
  const answer = await engine.run(shown, engineSettings(settings))
  const minorUnits = minorUnitsPerMajor(settings.currency)
  const major = (row: readonly SqlValue[]) => inMajorUnits(row, query, minorUnits)
  const hasOthers = answer.others !== null && query.top !== null && answer.rowCount > query.top
  return {
    rows: answer.rows.map(major),
    totals: onlyTotalled(major(answer.totals), request, query),
    others: hasOthers && answer.others ? major(answer.others) : null,
    rowCount: query.top === null ? answer.rowCount : Math.min(answer.rowCount, query.top),
    notCounted: answer.notCounted.map(([kind, records, ...cells]) => ({
      kind: String(kind),
      records: Number(records),
      cells: major(cells),
    })),
    excluded: answer.excluded.map(([currency, rows]) => ({ currency: String(currency), rows: Number(rows) })),
    ...(await previousOf(engine, shown, request, settings)),
    pivot: await pivotOf(engine, query, resolved.pivot, settings),
  }
}

/** What an engine returns through the compiler, as the server would present it. */
export const askEngine = async (...args: Parameters<typeof ask>): Promise<ReferenceResult> => {
  try {
    return await ask(...args)
  } catch (error) {
    if (error instanceof InvalidQuery) return { refused: error.message }
    throw error
  }
}

const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

const sameCells = (a: Value, b: Value): boolean =>
  a === b || (typeof a === 'number' && typeof b === 'number' && isClose(a, b))

/** Rounds what is no sum of exact numbers, so that two answers are compared whole and a difference is shown whole. */
const isSame = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, index) => isSame(one, b[index]))
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null)
    return isSame(Object.entries(a).flat(), Object.entries(b).flat())
  return sameCells(a as Value, b as Value)
}

/** Names of the parts in which two answers differ. */
export const differences = (a: ReferenceResult, b: ReferenceResult): string[] => {
  if ('refused' in a || 'refused' in b) return 'refused' in a === 'refused' in b ? [] : ['refused']
  return (Object.keys(a) as (keyof ReferenceAnswer)[]).filter((part) => !isSame(a[part], b[part]))
}
