import type { MarkKey, Series, Value } from '../chart.ts'
import { colorIndex, REST_COLOR } from '../palette.ts'
import { MISSING } from '../value-format.ts'
import { type IndexedColumn, indexColumns, numberIn, type ReportCell, type ReportChartInput } from './report-data.ts'
import { distinctColors, fixedColor } from './series-colors.ts'
import { findTimePart, isRunningTime, reachedMonths, type TimePart, timeAxis, writeTimePart } from './time-part.ts'

/** The rows of a result arranged for drawing: categories along one axis, series over them. */
export interface ReportSeries {
  readonly x: IndexedColumn
  readonly xPart: TimePart | null
  /** the column split into series; null: each series is a measure */
  readonly split: IndexedColumn | null
  /** the first measure, which determines the format */
  readonly measure: IndexedColumn
  /** what each category stands for; null: the rest */
  readonly keys: readonly (MarkKey | null)[]
  /** short names, for the axis */
  readonly categories: readonly string[]
  /** full names */
  readonly titles: readonly string[]
  readonly series: readonly Series[]
  /** the last category is partial */
  readonly isLastRunning: boolean
  /** the categories are the first of more */
  readonly isTop: boolean
  readonly notes: readonly string[]
}

interface Choice {
  readonly x: IndexedColumn
  /** identifies the values of `x`, of which two may have one name */
  readonly key: IndexedColumn
  readonly split: IndexedColumn | null
  readonly measures: readonly IndexedColumn[]
  readonly notes: readonly string[]
}

/** Columns that tell two people or things of one name apart, the first of them that the result has. */
const IDENTITIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['customerName', ['customerId']],
  ['productTitle', ['productId', 'sku']],
  ['releaseName', ['releaseId']],
  ['clubName', ['clubId']],
  ['teamMember', ['teamMemberId']],
])

/** The columns of the chart's definition; missing ones default to the first of their kind. Null: nothing can be drawn. */
const chosen = ({ chart, columns }: ReportChartInput): Choice | null => {
  const placed = indexColumns(columns)
  const find = (columnId: string | null | undefined) =>
    placed.find((column) => column.columnId.toLowerCase() === columnId?.toLowerCase())
  const x = find(chart.x) ?? placed.find(({ kind }) => kind === 'dimension')
  const named = chart.series.flatMap((columnId) => find(columnId) ?? [])
  const drawable = named.filter(({ kind }) => kind === 'measure')
  const measures = drawable.length > 0 ? drawable : placed.filter(({ kind }) => kind === 'measure').slice(0, 1)
  const first = measures[0]
  if (x === undefined || first === undefined) return null
  const split = named.find((column) => column.kind === 'dimension' && column.columnId !== x.columnId) ?? null
  const alike = measures.filter(({ format }) => format === first.format)
  const others = measures.filter(({ format }) => format !== first.format).map(({ displayName }) => displayName)
  const notes = others.length > 0 ? [`${listed(others)} use a different scale; see the table.`] : []
  const key =
    IDENTITIES.get(x.columnId)
      ?.map(find)
      .find((column) => column !== undefined) ?? x
  return { x, key, split, measures: split === null ? alike : [first], notes }
}

const serializeCell = (cell: ReportCell | undefined): string => JSON.stringify(cell ?? null)

const distinct = (cells: readonly ReportCell[]): readonly ReportCell[] => [
  ...new Map(cells.map((cell) => [serializeCell(cell), cell])).values(),
]

const ascending = (cells: readonly ReportCell[]): readonly ReportCell[] =>
  cells.toSorted((a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : 0))

/** Values of a column in drawing order: time ascending, others as in the rows. */
const axisOf = (column: IndexedColumn, input: ReportChartInput, isTimeComplete: boolean): readonly ReportCell[] => {
  const present = distinct(input.rows.map((row) => row[column.index] ?? null))
  const part = findTimePart(column.columnId)
  const isLine = input.chart.kind === 'line' && column.format === 'integer'
  if (part === null) return isLine ? ascending(present.filter((cell) => cell !== null)) : present
  const known = present.filter((cell) => cell !== null)
  if (!isTimeComplete) return ascending(known)
  const axis = timeAxis(part, known, { range: input.range ?? null, today: input.today })
  return axis.length > 0 ? axis : present
}

/** The label of a dimension's value. */
const cellName = (
  column: IndexedColumn,
  cell: ReportCell,
  { formats, nameOf }: Pick<ReportChartInput, 'formats' | 'nameOf'>,
  style: 'short' | 'full' = 'full',
): string => {
  const part = findTimePart(column.columnId)
  if (part !== null && cell !== null) return writeTimePart(part, cell, formats, style)
  if (typeof cell === 'string' && column.format === 'date') return formats.day(cell, style)
  if (typeof cell === 'string' && column.format === 'dateTime') return formats.instant(cell)
  const named = nameOf?.(column.columnId, cell) ?? null
  if (named !== null) return named
  if (cell === null || cell === '') return MISSING
  return typeof cell === 'boolean' ? (cell ? 'Yes' : 'No') : String(cell)
}

type Rows = ReportChartInput['rows']

/**
 * Rows of the comparison period at the coordinates of the rows that they are compared with: March 2025 at March 2026. Null: there is no
 * comparison.
 */
const rowsBefore = ({ rows, previous }: ReportChartInput, keys: readonly IndexedColumn[]): Rows | null =>
  previous?.map((before, at) => {
    const own = rows[at] ?? []
    return own.map((cell, index) => (keys.some((key) => key.index === index) ? cell : (before?.[index] ?? null)))
  }) ?? null

/** Looks up the value of a category and series; rows with the same coordinates are summed if additive. */
const valueFinder = (rows: Rows, measure: IndexedColumn, keys: readonly IndexedColumn[]) => {
  const found = new Map<string, number | null>()
  for (const row of rows) {
    const key = keys.map(({ index }) => serializeCell(row[index])).join('\n')
    const value = numberIn(row, measure.index)
    const before = found.get(key)
    if (before === undefined || before === null) found.set(key, value)
    else if (measure.additive && value !== null) found.set(key, before + value)
  }
  return (cells: readonly ReportCell[]): Value => {
    const value = found.get(cells.map(serializeCell).join('\n'))
    // No sales are 0; an average of nothing is a gap.
    return value ?? (measure.additive ? 0 : null)
  }
}

/** Months of one year that the range has reached; the last may be partial. */
const reachedOf = (
  values: readonly Value[],
  input: ReportChartInput,
  x: IndexedColumn,
): Pick<Series, 'values' | 'runningAt'> => {
  if (findTimePart(x.columnId) !== 'monthOfYear') return { values }
  const reached = reachedMonths({ range: input.range ?? null, today: input.today })
  if (reached >= values.length) return { values }
  const known = values.map((value, index) => (index >= reached && value === 0 ? null : value))
  return input.range?.partial === true ? { values: known, runningAt: reached - 1 } : { values: known }
}

/** Measures as series, each preceded by its comparison. */
const measureSeries = (
  input: ReportChartInput,
  { key: x, measures }: Choice,
  axis: readonly ReportCell[],
): Series[] => {
  const { rows, previousName = 'previous period' } = input
  return measures.flatMap((measure, index): Series[] => {
    const color = colorIndex(index)
    const find = valueFinder(rows, measure, [x])
    const values = axis.map((cell) => find([cell]))
    const now: Series = { name: measure.displayName, color, ...reachedOf(values, input, x) }
    const findBefore = valuesBefore(input, measure, [x])
    if (findBefore === null) return [now]
    const earlier = axis.map((cell) => findBefore([cell]))
    const name = `${measure.displayName}, ${previousName}`
    const shortName = previousName.charAt(0).toUpperCase() + previousName.slice(1)
    return [{ name, shortName, values: earlier, color, isComparison: true }, now]
  })
}

/** The year of the split goes on: the last of a range that does, or of all dates. */
const isRunningYear = (name: ReportCell, { range = null, today = '' }: ReportChartInput): boolean =>
  range === null ? typeof name === 'number' && name >= Number(today.slice(0, 4)) : range.partial === true

const isSold = (value: Value): boolean => value !== null && value !== 0

/** Before the data begins there are gaps, not zeros. */
const sinceFirst = (values: readonly Value[]): readonly Value[] => {
  const first = values.findIndex(isSold)
  return values.map((value, index) => (index < first ? null : value))
}

/** Future months of an unfinished year are gaps, not zeros. */
const untilNow = (values: readonly Value[]): { readonly values: readonly Value[]; readonly runningAt: number } => {
  const last = values.findLastIndex(isSold)
  return { values: values.map((value, index) => (index > last ? null : value)), runningAt: last }
}

/** Values of the comparison period; unless all its rows are given, a gap where this period has no row. */
const valuesBefore = (input: ReportChartInput, measure: IndexedColumn, keys: readonly IndexedColumn[]) => {
  const before = rowsBefore(input, keys)
  if (before === null) return null
  const find = valueFinder(before, measure, keys)
  if (input.hasEveryGroup === true) return find
  const at = (cells: readonly (ReportCell | undefined)[]): string => JSON.stringify(cells.map(serializeCell))
  const known = new Set(input.rows.map((row) => at(keys.map(({ index }) => row[index]))))
  return (cells: readonly ReportCell[]): Value => (known.has(at(cells)) ? find(cells) : null)
}

/** One series per value of a column, each preceded by its comparison. Years next to each other need none. */
const splitSeries = (
  input: ReportChartInput,
  { key: x, measures }: Choice,
  split: IndexedColumn,
  axis: readonly ReportCell[],
): Series[] => {
  const measure = measures[0]
  if (measure === undefined) return []
  const names = axisOf(split, input, false).toSorted((a, b) => Number(a === ALL_OTHERS) - Number(b === ALL_OTHERS))
  const find = valueFinder(input.rows, measure, [x, split])
  const splitPart = findTimePart(split.columnId)
  const findBefore = isRunningTime(splitPart) ? null : valuesBefore(input, measure, [x, split])
  const { previousName = 'previous period' } = input
  // The last year has the first color.
  const colors = isRunningTime(splitPart)
    ? names.map((_, index) => colorIndex(names.length - 1 - index))
    : distinctColors(names.map((name) => (name === ALL_OTHERS ? REST_COLOR : fixedColor(split.columnId, name))))
  return names.flatMap((name, index): Series[] => {
    const found = axis.map((cell) => find([cell, name]))
    const isBeginning = index === 0 && isRunningTime(splitPart) && (input.range ?? null) === null
    const values = isBeginning ? sinceFirst(found) : found
    const isNow = isRunningTime(splitPart) && index === names.length - 1 && isRunningYear(name, input)
    const color = colors[index] ?? REST_COLOR
    const series = { name: cellName(split, name, input, 'full'), values, color, key: { [split.columnId]: name } }
    const now = isNow ? { ...series, ...untilNow(values) } : series
    if (findBefore === null) return [now]
    const before: Series = {
      ...series,
      name: `${series.name}, ${previousName}`,
      values: axis.map((cell) => findBefore([cell, name])),
      isComparison: true,
      comparisonOf: series.name,
    }
    return [before, now]
  })
}

/** Arranges a result for its chart; null if nothing can be drawn. */
export const reportSeries = (input: ReportChartInput): ReportSeries | null => {
  const choice = chosen(input)
  const measure = choice?.measures[0]
  if (choice === null || measure === undefined || input.rows.length === 0) return null
  const { x, key, split, notes } = choice
  const axis = axisOf(key, input, true)
  const named = new Map(input.rows.map((row) => [serializeCell(row[key.index]), row[x.index] ?? null]))
  const seriesName = (cell: ReportCell): ReportCell => (key === x ? cell : (named.get(serializeCell(cell)) ?? null))
  const xPart = findTimePart(x.columnId)
  const titles = axis.map((cell) => cellName(x, seriesName(cell), input, 'full'))
  const short = axis.map((cell) => cellName(x, seriesName(cell), input, 'short'))
  // Thirteen months begin and end with the same one: only with its year it is clear which.
  const isClear = xPart === null || new Set(short).size === short.length
  const range = input.range ?? null
  const isLastRunning = split === null && range?.partial === true && isRunningTime(xPart)
  return {
    x,
    xPart,
    split,
    measure,
    keys: axis.map((cell) => ({ [key.columnId]: cell })),
    categories: isClear ? short : titles,
    titles,
    series: split === null ? measureSeries(input, choice, axis) : splitSeries(input, choice, split, axis),
    isLastRunning,
    isTop: input.isTop === true,
    notes,
  }
}

/** Not "Other", which is a value of its own, such as a sales channel. */
export const ALL_OTHERS = 'All others'

/** `Net sales, tax, and tips` */
export const listed = ([first = '', ...others]: readonly string[]): string => {
  const rest = others.map(lowerFirst)
  if (rest.length < 2) return [first, ...rest].join(' and ')
  return `${[first, ...rest.slice(0, -1)].join(', ')}, and ${rest.at(-1)}`
}

/** `Sales channel` within a sentence; an abbreviation stays as it is. */
export const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
