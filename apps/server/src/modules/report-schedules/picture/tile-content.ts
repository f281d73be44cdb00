import type { Formats } from '#charts/value-format.ts'
import type { Kpi, WidgetEntry, WidgetLine } from '#contract/dashboards.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import { type ChangeText, changeText } from '#ui/comparison.ts'
import { goalProgress, goalText } from '#widgets/goal/goal-progress.ts'
import { comparedKpis, comparedWith } from '#widgets/kit/chart-text.ts'
import type { AnyWidget } from '#widgets/kit/widget.ts'
import type { WidgetResult } from '#widgets/kit/widget-view.ts'
import { widgetByType } from '#widgets/registry.ts'
import { type ChartParts, type TileChart, tileCharts } from './tile-charts.ts'
import { type TileRows, tileRows } from './tile-rows.ts'

export interface TileKpi {
  readonly label: string
  readonly text: string
  /** as a large figure, from long to short */
  readonly figures: readonly string[]
  /** null without a comparison */
  readonly change: ChangeText | null
}

export interface TileGoal {
  /** from 0 to 1 */
  readonly share: number
  readonly words: string
}

/** What an email shows of a tile. */
export interface TileContent {
  /** null: it has none on the dashboard */
  readonly title: string | null
  /** its dates and what they are compared with; null: all time */
  readonly dates: string | null
  readonly kpis: readonly TileKpi[]
  readonly rows: readonly TileRows[]
  readonly goal: TileGoal | null
  /** of a text tile */
  readonly note: string | null
  /** why there are no numbers */
  readonly problem: string | null
  /** lays out its charts */
  readonly charts: (box: ChartParts['box']) => readonly TileChart[]
}

export interface ContentReader {
  readonly formats: Formats
  readonly today: LocalDay
}

const resultOf = (line: Extract<WidgetLine, { data: unknown }>): WidgetResult => ({
  data: line.data,
  range: line.range,
  compareRange: line.compareRange ?? null,
  comparison: line.comparison ?? null,
})

const titleOf = ({ type, props }: WidgetEntry, widget: AnyWidget | null): string => {
  const { title } = widget?.parseSettings(props) ?? props
  return typeof title === 'string' ? title : (widget?.title ?? type)
}

const formatDates = (result: WidgetResult, formats: Formats): string | null => {
  if (result.range === null) return null
  const compared = comparedWith(result, formats)
  const dates = formats.range(result.range.from, result.range.until)
  return compared === null ? dates : `${dates}, compared with ${compared}`
}

const kpisOf = (result: WidgetResult, formats: Formats): TileKpi[] =>
  comparedKpis(result).map((kpi) => ({
    label: kpi.label,
    text: formats.value(kpi.value, kpi.format),
    figures: [formats.figure(kpi.value, kpi.format), formats.compact(kpi.value, kpi.format)],
    change: result.compareRange === null ? null : changeText({ ...kpi, ...kpi.likeForLike }, formats),
  }))

const goalOf = ([kpi]: readonly Kpi[], goal: WidgetResult['data']['goal'], formats: Formats): TileGoal | null => {
  if (kpi === undefined || goal === undefined) return null
  const { share, target, state } = goalText(kpi, goal, formats)
  return {
    share: Math.min(1, Math.max(0, goalProgress(kpi.value ?? 0, goal).share)),
    words: `${share} of ${target}. ${state}`,
  }
}

const NOTHING = { dates: null, kpis: [], rows: [], goal: null, note: null, problem: null, charts: () => [] }

/** Markdown without its marks. */
const plainText = (markdown: string): string =>
  markdown
    .replace(/^ {0,3}(?:#{1,6}|>) +/gm, '')
    .replace(/\[([^\]]*)\]\(([^)\s]*)\)/g, '$1 ($2)')
    .replace(/\*{1,3}|`+/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const noteOf = ({ type, props }: WidgetEntry): string | null =>
  type === 'text' && typeof props.text === 'string' && props.text.trim() !== '' ? plainText(props.text) : null

/** Null for a tile that has nothing to say, such as a logo. */
export const tileContent = (
  entry: WidgetEntry,
  line: WidgetLine | undefined,
  { formats, today }: ContentReader,
): TileContent | null => {
  const widget = widgetByType(entry.type)
  const empty = { ...NOTHING, title: titleOf(entry, widget) }
  const note = noteOf(entry)
  if (note !== null) return { ...NOTHING, title: null, note }
  if (line === undefined || widget === null) return null
  if ('error' in line) return { ...empty, problem: line.error.message }
  if (!('data' in line) || line.data.account !== undefined) return null
  const result = resultOf(line)
  const parts = { result, widget, props: entry.props, formats }
  const kpis = kpisOf(result, formats)
  const rows = tileRows(parts)
  if (kpis.length === 0 && rows.length === 0) return null
  return {
    ...empty,
    dates: formatDates(result, formats),
    // A chart or table of a report stands for itself.
    kpis: line.data.report === undefined || line.data.report.show === 'number' ? kpis : [],
    rows,
    goal: goalOf(line.data.kpis, line.data.goal, formats),
    charts: (box) => tileCharts({ ...parts, today, box }),
  }
}
