import type { z } from 'zod'
import type { RelativeRange } from '#domain/ranges/relative-range.ts'
import type { QueryColumn, QuerySort } from '#semantic/query.ts'

export interface SettingOption {
  readonly value: string
  readonly label: string
}

/** A setting as the widget's panel offers it. */
export interface SettingField {
  readonly name: 'dateRange' | 'compareLastPeriod' | 'periodType' | 'aggregation' | 'column'
  readonly label: string
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
  /** date column that the widget's range limits; null: not limited */
  readonly rangeColumn: string | null
}

export interface PlannedKpi {
  /** name on the wire */
  readonly metric: string
  readonly column: QueryColumn
  /** where the column's own name does not fit */
  readonly label?: string
}

/** What a widget asks of the semantic layer. All numbers of a tile come from these queries and from nothing else. */
export interface WidgetPlan {
  /** null: all time, as of today */
  readonly range: RelativeRange | null
  readonly compare: 'previousPeriod' | 'previousYear' | null
  readonly kpis: {
    readonly reportType: string
    readonly rangeColumn: string | null
    readonly items: readonly PlannedKpi[]
  } | null
  readonly rows: PlannedQuery | null
  /** the same query at the end of each of so many months, the running one last */
  readonly trend?: { readonly query: PlannedQuery; readonly months: number }
}

/** A chart of the kit: a running period by day, week or month, or one bar per row. */
export interface WidgetChart {
  readonly kind: 'period' | 'breakdown'
  readonly measureId: string
  /** the KPI to emphasize; absent: the first */
  readonly hero?: string
}

export interface WidgetDefinition<Settings = unknown> {
  readonly type: string
  readonly title: string
  readonly description: string
  /** grid units: 8 columns, rows of 30 px */
  readonly size: { readonly w: number; readonly h: number }
  readonly minSize: { readonly w: number; readonly h: number }
  /** stored props are foreign data: parse before use; every field has a default, and a wrong value falls back to it */
  readonly settings: z.ZodType<Settings>
  readonly fields: readonly SettingField[]
  readonly plan: (settings: Settings) => WidgetPlan
  /** absent: the widget's folder has a view of its own */
  readonly chart?: (settings: Settings) => WidgetChart
}

/** A widget whose settings type is its own affair: what the registry holds. */
export interface AnyWidget extends Omit<WidgetDefinition, 'settings' | 'plan' | 'chart'> {
  /** props with all defaults in place; unknown props are dropped */
  readonly parseSettings: (props: unknown) => Readonly<Record<string, unknown>>
  readonly planOf: (props: unknown) => WidgetPlan
  /** null: the widget has a view of its own */
  readonly chartOf: ((props: unknown) => WidgetChart) | null
}

export const defineWidget = <Settings extends Record<string, unknown>>({
  settings,
  plan,
  chart,
  ...rest
}: WidgetDefinition<Settings>): AnyWidget => ({
  ...rest,
  parseSettings: (props) => settings.parse(props),
  planOf: (props) => plan(settings.parse(props)),
  chartOf: chart === undefined ? null : (props) => chart(settings.parse(props)),
})
