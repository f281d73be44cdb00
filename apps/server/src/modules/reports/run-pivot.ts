import { fail } from '#contract/errors.ts'
import type { PivotResult, ResultColumn } from '#contract/reports.ts'
import { formatCount } from '#domain/text.ts'
import { alignPrevious } from '#reports/kit/align-previous.ts'
import type { ResolvedReport } from '#reports/kit/resolve-report.ts'
import { groupDimensions } from '#semantic/catalog/catalog.ts'
import {
  type AxisPosition,
  axisPositions,
  grainQuery,
  type Pivot,
  type PivotGrain,
  pivotGrains,
  pivotMeasures,
} from '#semantic/compiler/pivot.ts'
import { compareWith } from '#semantic/plan-over.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import {
  type AnalyticsSettings,
  type Cell,
  presentColumns,
  type QuerySession,
} from '#server/modules/analytics/index.ts'

/** Positions of all group columns of an axis, without subtotals. */
const MAX_ROWS = 2_000
const MAX_COLUMNS = 100
const MAX_CELLS = 100_000

/** @throws Failure `report.pivot_too_large` */
const assertSize = async (
  session: QuerySession,
  query: SemanticQuery,
  { rows: down, columns: across }: Pick<Pivot, 'rows' | 'columns'>,
): Promise<void> => {
  const [rows, columns] = await Promise.all(
    [down, across].map((groupBy) => (groupBy.length === 0 ? 1 : session.rowCount(grainQuery(query, groupBy)))),
  )
  const cells = Math.max(1, columns ?? 1) * pivotMeasures(query).length
  const maxRows = Math.min(MAX_ROWS, Math.floor(MAX_CELLS / cells))
  if ((rows ?? 1) <= maxRows && (columns ?? 1) <= MAX_COLUMNS) return
  throw fail('report.pivot_too_large', {
    values: {
      rows: formatCount(rows ?? 1),
      columns: formatCount(columns ?? 1),
      maxRows: formatCount(Math.max(1, maxRows)),
      maxColumns: formatCount(MAX_COLUMNS),
    },
  })
}

interface Answered extends PivotGrain {
  readonly cells: readonly Cell[][]
}

/** By its group values: the measures of a combination. */
type CellsByKey = ReadonlyMap<string, readonly Cell[]>

const pivotKey = (values: readonly Cell[]): string => JSON.stringify(values)

const byKey = ({ query, cells }: Answered): CellsByKey =>
  new Map(cells.map((row) => [pivotKey(row.slice(0, query.groupBy.length)), row.slice(query.groupBy.length)]))

const grainKey = (rows: number, columns: number): string => `${rows} ${columns}`

interface Axes {
  readonly rows: readonly AxisPosition[]
  readonly columns: readonly AxisPosition[]
}

/** The measures of the compared range, each where the same group of the range itself stands. */
const previousByKey = async (
  session: QuerySession,
  grain: PivotGrain,
  { rows, columns }: Axes,
  { report, settings }: { readonly report: ResolvedReport; readonly settings: AnalyticsSettings },
): Promise<CellsByKey> => {
  const { range, comparison, query } = report
  const earlier = comparison && compareWith(grain.query, comparison)
  if (range === null || comparison === null || earlier === null) return new Map()
  const down = rows.filter((position) => position.length === grain.rows)
  const across = columns.filter((position) => position.length === grain.columns)
  const coordinates = down.flatMap((position) => across.map((other) => [...position, ...other]))
  const found = alignPrevious<readonly Cell[]>(coordinates, await session.rows(earlier), {
    dimensions: groupDimensions(grain.query),
    dateColumn: query.range?.columnId ?? '',
    range,
    comparison,
    calendar: settings.calendar,
  })
  return new Map(
    coordinates.flatMap((coordinate, index) => {
      const row = found[index]
      return row ? [[pivotKey(coordinate), row.slice(coordinate.length)] as const] : []
    }),
  )
}

interface Layout {
  readonly axes: Axes
  readonly pivot: Pivot
  readonly measures: readonly ResultColumn[]
}

/** The cells of a row, by position across and measure. A measure without totals has none in subtotals. */
const rowCells = (
  row: AxisPosition,
  { axes, pivot, measures }: Layout,
  cellsOf: (rows: number, columns: number) => CellsByKey | undefined,
): Cell[] =>
  axes.columns.flatMap((column) => {
    const cells = cellsOf(row.length, column.length)?.get(pivotKey([...row, ...column]))
    const isTotal = row.length < pivot.rows.length || column.length < pivot.columns.length
    return measures.map(({ total }, index) => (isTotal && !total ? null : (cells?.[index] ?? null)))
  })

const axisOf = (answered: readonly Answered[], isOfAxis: (grain: PivotGrain) => boolean): readonly Cell[][][] =>
  answered
    .filter(isOfAxis)
    .toSorted((a, b) => a.rows + a.columns - b.rows - b.columns)
    .map(({ query, cells }) => cells.map((row) => row.slice(0, query.groupBy.length)))

/** The columns of an axis, named as the report names them; a key names the column before it. */
const axisColumns = (
  { query, pivot: { keys } }: { readonly query: SemanticQuery; readonly pivot: Pivot },
  axis: readonly string[],
  columns: readonly ResultColumn[],
): ResultColumn[] =>
  presentColumns(grainQuery(query, axis))
    .slice(0, axis.length)
    .map((own, index) => {
      const column = columns.find(({ columnId, kind }) => columnId === own.columnId && kind === 'dimension') ?? own
      const name = keys.includes(own.columnId) ? axis[index - 1] : undefined
      return name === undefined ? column : { ...column, keyOf: name }
    })

/**
 * The groups of a report laid out on two axes: every cell, subtotal and total is the answer of a query at its own grain.
 *
 * @throws Failure `report.pivot_too_large`
 */
export const runPivot = async (
  session: QuerySession,
  settings: AnalyticsSettings,
  report: ResolvedReport & { readonly pivot: Pivot },
  columns: readonly ResultColumn[],
): Promise<PivotResult> => {
  const { query, pivot, comparison } = report
  await assertSize(session, query, pivot)
  const answered = await Promise.all(
    pivotGrains(query, pivot).map(async (grain) => ({ ...grain, cells: await session.rows(grain.query) })),
  )
  const axes: Axes = {
    rows: axisPositions(
      axisOf(answered, (grain) => grain.columns === 0),
      pivot.subtotals,
    ),
    columns: axisPositions(
      axisOf(answered, (grain) => grain.rows === 0),
      pivot.subtotals,
    ).filter((position) => pivot.rowTotals || position.length > 0),
  }
  const isMeasure = new Set(pivotMeasures(query))
  const measures = columns.filter((_, index) =>
    isMeasure.has(query.columns[index] ?? { columnId: '', aggregation: 'None' }),
  )
  const layout = { axes, pivot, measures }
  const current = new Map(answered.map((grain) => [grainKey(grain.rows, grain.columns), byKey(grain)]))
  const previous = new Map(
    comparison === null
      ? []
      : await Promise.all(
          answered.map(
            async (grain) =>
              [
                grainKey(grain.rows, grain.columns),
                await previousByKey(session, grain, axes, { report, settings }),
              ] as const,
          ),
        ),
  )
  return {
    rowColumns: axisColumns({ query, pivot }, pivot.rows, columns),
    columnColumns: axisColumns({ query, pivot }, pivot.columns, columns),
    measures: [...measures],
    columns: axes.columns.map((position) => [...position]),
    rows: axes.rows.map((position) => ({
      values: [...position],
      cells: rowCells(position, layout, (down, across) => current.get(grainKey(down, across))),
      ...(comparison === null
        ? {}
        : { previous: rowCells(position, layout, (down, across) => previous.get(grainKey(down, across))) }),
    })),
  }
}
