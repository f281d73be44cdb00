import { expect } from 'vitest'
import type { WidgetData } from '#contract/dashboards.ts'
import { ReportCatalog } from '#contract/report-catalog.ts'
import { type Cell, isShownColumn, ReportResult, type ResultColumn } from '#contract/reports.ts'
import { figureLabel } from '#insights/language/figures.ts'
import type { Insight } from '#insights/registry.ts'
import type { TestApp } from '#testkit/test-app.ts'
import { WIDGETS } from '#widgets/registry.ts'

/** A number as a reader sees it. */
export interface ScreenFigure {
  readonly label: string
  /** what it is about: range, row and filters that the screen shows next to it */
  readonly scope: string
  readonly value: number | null
  /** where it stands */
  readonly screen: string
}

interface Range {
  readonly from: string
  readonly until: string
}

/** Numbers that no range limits. */
const OF_ALL_TIME = /^(mean |median )?lifetime value$|^(customers|products)$/i
const OF_TODAY = /^(on hand|reserved|allocated|available|sold per week|weeks on hand)$/i
/** Numbers at the end of the range. */
const AT_END = /^(active members|on hold)$/i

const TOMORROW_UNBOUNDED = 'now'

const whenOf = (label: string, range: Range | null, tomorrow: string): string => {
  if (OF_ALL_TIME.test(label) || OF_TODAY.test(label)) return 'any range'
  const until = range === null || range.until > tomorrow ? tomorrow : range.until
  if (AT_END.test(label)) return `until ${until === tomorrow ? TOMORROW_UNBOUNDED : until}`
  return range === null ? 'all time' : `${range.from} to ${range.until}`
}

interface Table {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly (readonly Cell[])[]
}

interface FigureSource {
  readonly screen: string
  readonly range: Range | null
  /** first day after today */
  readonly tomorrow: string
  /** filters shown on the screen */
  readonly filters: string
}

const isNumber = (column: ResultColumn): boolean =>
  column.kind === 'measure' && !/date|text/i.test(column.format) && isShownColumn(column)

const figureAt = (
  { screen, range, tomorrow, filters }: FigureSource,
  label: string,
  row: string,
  value: Cell | undefined,
): ScreenFigure => ({
  // The mean is what the measure is.
  label: label.toLowerCase().replace(/^mean /, ''),
  scope: [whenOf(label, range, tomorrow), row, filters].filter((part) => part !== '').join(', '),
  value: typeof value === 'number' ? value : null,
  screen,
})

/** The numbers of rows that one dimension names. */
const rowFigures = ({ columns, rows }: Table, source: FigureSource): ScreenFigure[] => {
  const dimensions = columns.filter(({ kind }) => kind === 'dimension')
  const [dimension] = dimensions
  if (dimension === undefined || dimensions.length > 1) return []
  const at = columns.indexOf(dimension)
  return rows.flatMap((row) =>
    columns.flatMap((column, index) =>
      isNumber(column)
        ? [figureAt(source, column.displayName, `${dimension.displayName} ${JSON.stringify(row[at])}`, row[index])]
        : [],
    ),
  )
}

const tileFigures = (data: WidgetData, source: FigureSource): ScreenFigure[] => [
  ...data.kpis.map(({ label, value }) => figureAt(source, label, '', value)),
  ...rowFigures(data, source),
]

const reportFigures = (result: ReportResult, source: FigureSource): ScreenFigure[] => {
  const totals = result.columns.flatMap((column, index) =>
    isNumber(column) && result.totals[index] !== null
      ? [figureAt(source, column.displayName, '', result.totals[index])]
      : [],
  )
  return [...totals, ...rowFigures(result, source)]
}

export interface Reader {
  readonly t: TestApp
  readonly token: string
  readonly tomorrow: string
}

const call = async ({ t, token }: Reader, path: string, body: object): Promise<string> => {
  const response = await t.call('POST', path, { token, body })
  expect([path, JSON.stringify(body), response.statusCode, response.body.slice(0, 300)]).toEqual([
    path,
    JSON.stringify(body),
    200,
    expect.anything(),
  ])
  return response.body
}

/** Settings of a widget that show each of the ranges it can. */
const settingsOf = (type: string): Readonly<Record<string, string>>[] => {
  const fields = WIDGETS.find((widget) => widget.type === type)?.fields.map(({ name }) => name) ?? []
  if (fields.includes('periodType')) return [{ periodType: 'ytd' }, { periodType: 'mtd' }]
  if (fields.includes('dateRange')) return ['ThisYear', 'LastYear'].map((dateRange) => ({ dateRange }))
  return [{}]
}

export const allTiles = async (reader: Reader): Promise<ScreenFigure[]> => {
  const widgets = WIDGETS.flatMap(({ type }) =>
    settingsOf(type).map((props, at) => ({ id: `${type} ${at}`, type, props })),
  )
  const lines = (await call(reader, '/dashboards/data', { widgets })).trim().split('\n')
  return lines
    .map((line): { id: string; data: WidgetData; range: Range | null } => JSON.parse(line))
    .flatMap(({ id, data, range }) =>
      tileFigures(data, { screen: `tile ${id}`, range, tomorrow: reader.tomorrow, filters: '' }),
    )
}

const RANGES = ['ytd', 'mtd', 'ThisYear', 'LastYear'] as const

/** True of every active membership, so that it does not change the number of them. */
const IMPLIED = { columnId: 'standing', comparison: 'NotEqual', value: 'cancelled' }

const filtersOf = (filters: readonly object[]): string => {
  const shown = filters.filter((filter) => JSON.stringify(filter) !== JSON.stringify(IMPLIED))
  return shown.length === 0 ? '' : JSON.stringify(shown)
}

/** Every built-in report in its own and in other ranges. */
export const allReports = async (reader: Reader): Promise<ScreenFigure[]> => {
  const { t, token, tomorrow } = reader
  const { builtin } = ReportCatalog.parse((await t.call('GET', '/reports/catalog', { token })).json())
  const figures: ScreenFigure[] = []
  for (const { group, slug, definition } of builtin) {
    const column = definition.relativeDateFilter?.columnName
    const ranges = column === undefined ? [{}] : [{}, ...RANGES.map((name) => ({ relativeDate: `${column}-${name}` }))]
    for (const range of ranges) {
      const body = { definition: { builtin: `${group}/${slug}` }, pageSize: 500, ...range }
      const result = ReportResult.parse(JSON.parse(await call(reader, '/reports/query', body)))
      const screen = `report ${group}/${slug} ${Object.values(range).join('')}`
      figures.push(
        ...reportFigures(result, { screen, range: result.range, tomorrow, filters: filtersOf(definition.filters) }),
      )
    }
  }
  return figures
}

const stockScope = (sku: unknown): string => `SKU ${JSON.stringify(sku)}`

const STOCK_REPORTS = {
  'products/low-inventory': ['available', 'weeklyUnits', 'weeksOnHand'],
  'products/vintage-ledger': ['free', 'pace', 'weeksOnHand'],
}

/** Numbers of a product in the reports of inventory. */
export const stockReports = async (reader: Reader): Promise<ScreenFigure[]> => {
  const figures = await Promise.all(
    Object.entries(STOCK_REPORTS).map(async ([builtin, columnIds]) => {
      const body = { definition: { builtin }, pageSize: 500 }
      const { columns, rows } = ReportResult.parse(JSON.parse(await call(reader, '/reports/query', body)))
      const at = (columnId: string) => columns.findIndex((column) => column.columnId === columnId)
      const place = { range: null, tomorrow: reader.tomorrow, filters: '' }
      return rows.flatMap((row, index) =>
        columnIds.map((columnId) => {
          const label = columns[at(columnId)]?.displayName ?? ''
          const screen = `report ${builtin}, row ${index + 1}`
          return figureAt({ ...place, screen }, label, stockScope(row[at('sku')]), row[at(columnId)])
        }),
      )
    }),
  )
  return figures.flat()
}

/** Numbers of stock in insights. */
export const stockInsights = (insights: readonly Insight[], tomorrow: string): ScreenFigure[] =>
  insights
    .filter(({ kind }) => kind === 'stockRunway')
    .flatMap((insight) =>
      insight.figures.flatMap(({ id, recipe, value }) =>
        recipe.kind === 'reported' && insight.subject.kind === 'product'
          ? [
              figureAt(
                { screen: `insight ${insight.key}`, range: null, tomorrow, filters: '' },
                figureLabel(insight, id),
                stockScope(insight.subject.value),
                value,
              ),
            ]
          : [],
      ),
    )

/** The answers to questions, as reports. */
export const allAnswers = async (reader: Reader, questions: readonly string[]): Promise<ScreenFigure[]> => {
  const figures: ScreenFigure[] = []
  for (const question of questions) {
    const answer = JSON.parse(await call(reader, '/insight/ask', { question }))
    expect([question, answer.notUnderstood ?? []]).toEqual([question, []])
    const { definition, from, until, compare } = answer
    const result = ReportResult.parse(
      JSON.parse(await call(reader, '/reports/query', { definition, from, until, compare, pageSize: 500 })),
    )
    const place = { range: result.range, tomorrow: reader.tomorrow, filters: filtersOf(definition.filters) }
    figures.push(...reportFigures(result, { ...place, screen: `answer to “${question}”` }))
  }
  return figures
}

export interface Difference {
  readonly figure: string
  readonly one: string
  readonly other: string
}

const isSame = (a: number | null, b: number | null): boolean =>
  a === b || (a !== null && b !== null && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b)))

/** The first screen of each value. */
const byValue = (named: readonly ScreenFigure[]): ScreenFigure[] =>
  named.filter((one, at) => named.findIndex((other) => isSame(one.value, other.value)) === at)

/** Every label with one scope that has different numbers, with two screens that show them, and how many pairs were compared. */
export const compareFigures = (figures: readonly ScreenFigure[]): { differences: Difference[]; pairs: number } => {
  const differences: Difference[] = []
  let pairs = 0
  for (const [name, named] of Map.groupBy(figures, ({ label, scope }) => `${label} (${scope})`)) {
    pairs += (named.length * (named.length - 1)) / 2
    const [one, ...others] = byValue(named)
    for (const other of others)
      differences.push({
        figure: name,
        one: `${one?.value} on ${one?.screen}`,
        other: `${other.value} on ${other.screen}`,
      })
  }
  return { differences, pairs }
}
