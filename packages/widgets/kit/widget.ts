import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { RangeChoice } from '#domain/ranges/relative-range.ts'
import type { Filter, QueryColumn, QuerySort } from '#semantic/query.ts'

export interface SettingOption {
  readonly value: string
  readonly label: string
}

/** A setting in the widget's panel. */
export interface SettingField {
  readonly name:
    | 'dateRange'
    | 'compareLastPeriod'
    | 'compareWith'
    | 'periodType'
    | 'aggregation'
    | 'column'
    | 'show'
    | 'metric'
    | 'period'
  readonly label: string
  /** the switch that must be on for this setting to have an effect */
  readonly requires?: 'compareLastPeriod'
  readonly control:
    | { readonly kind: 'select'; readonly options: readonly SettingOption[] }
    | { readonly kind: 'switch' }
}

/** A grouped query before its dates are resolved. */
export interface PlannedQuery {
  readonly reportType: string
  readonly columns: readonly QueryColumn[]
  readonly groupBy: readonly string[]
  readonly sort: readonly QuerySort[]
  /** date column limited by the widget's range; null: not limited */
  readonly rangeColumn: string | null
}

export interface PlannedKpi {
  /** name in the API */
  readonly metric: string
  readonly column: QueryColumn
  /** used if the column's own name does not fit */
  readonly label?: string
}

/** The queries of a widget. All numbers of a tile come from them. */
export interface WidgetPlan {
  /** null: all time, as of today */
  readonly range: RangeChoice | null
  /** the range is part of what the widget shows, so a filter bar cannot replace it */
  readonly isRangeFixed?: true
  /** rows are grouped by a time bucket that follows the length of the range: days of a month, weeks up to this many days, months */
  readonly weeksUpTo?: number
  /** on the records of every query */
  readonly filter?: Filter
  readonly compare: CompareMode | null
  readonly kpis: {
    readonly reportType: string
    readonly rangeColumn: string | null
    readonly items: readonly PlannedKpi[]
  } | null
  readonly rows: PlannedQuery | null
  /** numbers of another report type for the same range: KPIs after the others, and columns joined by the groups of `rows` */
  readonly joined?: { readonly kpis: NonNullable<WidgetPlan['kpis']>; readonly rows: PlannedQuery }
  /** the same query at the end of each of these months, the current one last */
  readonly trend?: { readonly query: PlannedQuery; readonly months: number }
}

/** A standard chart: a current period by day, week or month, one bar per row, or months next to those of the year before. */
interface WidgetChart {
  readonly kind: 'period' | 'breakdown' | 'months'
  readonly measureId: string
  /** the emphasized KPI; default: the first */
  readonly hero?: string
}

/** Props as they are stored, by anyone. */
export type StoredProps = Readonly<Record<string, unknown>>

interface WidgetDefinition<Settings = unknown> {
  readonly type: string
  readonly title: string
  readonly description: string
  /** grid units: 8 columns, rows of 30 px */
  readonly size: { readonly w: number; readonly h: number }
  readonly minSize: { readonly w: number; readonly h: number }
  /** all but the title; stored props are untrusted: a default replaces what is missing or invalid */
  readonly settings: (props: StoredProps) => Settings
  readonly fields: readonly SettingField[]
  /** what its content is, if not the answers of its plan: its own settings, a report, or a goal of the account */
  readonly content?: 'settings' | 'report' | 'goal'
  readonly plan: (settings: Settings) => WidgetPlan
  /** how it is drawn in an email, and on screen unless the widget's folder has a view of its own; omitted: numbers only */
  readonly chart?: (settings: Settings) => WidgetChart
}

/** A widget with its settings type erased, for the registry. */
export interface AnyWidget extends Omit<WidgetDefinition, 'settings' | 'plan' | 'chart'> {
  /** props with all defaults filled in; unknown props are dropped */
  readonly parseSettings: (props: unknown) => Readonly<Record<string, unknown>>
  readonly planOf: (props: unknown) => WidgetPlan
  /** null: none, so that the widget has a view of its own */
  readonly chartOf: ((props: unknown) => WidgetChart) | null
}

/** The plan of a widget whose content is not planned here. */
export const NO_PLAN: WidgetPlan = { range: null, compare: null, kpis: null, rows: null }

const isProps = (value: unknown): value is StoredProps => typeof value === 'object' && value !== null

const MAX_TITLE = 200

/** A custom title; empty: the widget's. */
const titleIn = ({ title }: StoredProps, otherwise: string): string => {
  const own = typeof title === 'string' ? title.trim() : ''
  return own === '' || own.length > MAX_TITLE ? otherwise : own
}

type Given<Settings> = Omit<WidgetDefinition<Settings>, 'type' | 'title' | 'size' | 'minSize'> &
  Partial<Pick<WidgetDefinition, 'size' | 'minSize'>>

/** Defines a widget. Without sizes it has those of a number with a small chart. */
export const defineWidget = <Settings extends Record<string, unknown>>(
  type: string,
  title: string,
  { settings, plan, chart, ...rest }: Given<Settings>,
): AnyWidget => {
  const parse = (given: unknown): Settings & { readonly title: string } => {
    const props = isProps(given) ? given : {}
    return { title: titleIn(props, title), ...settings(props) }
  }
  return {
    size: { w: 3, h: 4 },
    minSize: { w: 2, h: 3 },
    ...rest,
    type,
    title,
    parseSettings: parse,
    planOf: (props) => plan(parse(props)),
    chartOf: chart === undefined ? null : (props) => chart(parse(props)),
  }
}
