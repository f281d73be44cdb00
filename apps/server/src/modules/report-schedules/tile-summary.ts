import { timePartOf } from '#charts/report/time-part.ts'
import type { Formats } from '#charts/value-format.ts'
import type { WidgetEntry, WidgetLine } from '#contract/dashboards.ts'
import type { Format } from '#domain/report-terms.ts'
import { formatCell } from '#server/modules/reports/index.ts'
import { widgetByType } from '#widgets/registry.ts'

interface SummaryBar {
  readonly name: string
  readonly value: number | null
}

/** What an email shows of a tile. */
export interface TileSummary {
  readonly title: string
  /** formatted dates; null: all time */
  readonly range: string | null
  readonly kpis: readonly { readonly label: string; readonly text: string; readonly previous: string | null }[]
  /** the first measure by the first dimension */
  readonly bars: { readonly heading: string; readonly rows: readonly SummaryBar[]; readonly format: Format } | null
  readonly isTime: boolean
  /** why there are no numbers */
  readonly problem: string | null
}

const MAX_ROWS = 12
const MAX_POINTS = 31

type Line = Extract<WidgetLine, { data: unknown }>

const barsOf = ({ data: { columns, rows } }: Line, formats: Formats): Pick<TileSummary, 'bars' | 'isTime'> => {
  const x = columns.findIndex(({ kind }) => kind === 'dimension')
  const measure = columns.findIndex(({ kind }) => kind === 'measure')
  const [category, value] = [columns[x], columns[measure]]
  if (category === undefined || value === undefined) return { bars: null, isTime: false }
  const isTime = timePartOf(category.columnId) !== null
  // Rows of a further dimension, such as the channels of a month, add up to the category.
  const sums = new Map<string, number | null>()
  for (const row of rows) {
    const name = formatCell(category, row[x] ?? null, formats, true)
    const cell = row[measure]
    const number = typeof cell === 'number' ? cell : null
    const known = sums.get(name)
    sums.set(name, known === undefined || known === null ? number : known + (number ?? 0))
  }
  const all = [...sums].map(([name, number]) => ({ name, value: number }))
  const shown = all.slice(0, isTime ? MAX_POINTS : MAX_ROWS)
  return {
    bars: { heading: `${value.displayName} by ${category.displayName}`, rows: shown, format: value.format },
    isTime,
  }
}

const titleOf = ({ type, props }: WidgetEntry): string => {
  const { title } = widgetByType(type)?.parseSettings(props) ?? props
  return typeof title === 'string' ? title : (widgetByType(type)?.title ?? type)
}

/** Null for a tile without numbers, such as a logo or a text. */
export const tileSummary = (widget: WidgetEntry, line: WidgetLine, formats: Formats): TileSummary | null => {
  const title = titleOf(widget)
  const empty = { title, range: null, kpis: [], bars: null, isTime: false }
  if ('error' in line) return { ...empty, problem: line.error.message }
  if (!('data' in line) || (line.data.kpis.length === 0 && line.data.rows.length === 0)) return null
  const kpis = line.data.kpis.map(({ label, value, previous, format }) => ({
    label,
    text: formats.value(value, format),
    previous: previous === null ? null : formats.value(previous, format),
  }))
  const range = line.range && formats.range(line.range.from, line.range.until)
  return { title, range, kpis, ...barsOf(line, formats), problem: null }
}
