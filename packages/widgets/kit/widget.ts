import type { z } from 'zod'
import type { RelativeRange } from '#domain/ranges/relative-range.ts'
import type { QueryColumn, SemanticQuery } from '#semantic/query.ts'

/** A setting as the widget's panel offers it. */
export interface SettingField {
  readonly name: 'dateRange' | 'compareLastPeriod' | 'periodType' | 'aggregation' | 'column'
  readonly label: string
  readonly control:
    | { readonly kind: 'select'; readonly options: readonly { value: string; label: string }[] }
    | { readonly kind: 'switch' }
}

/** A query of the widget before its dates are resolved. */
export type PlannedQuery = Omit<SemanticQuery, 'range' | 'page'> & {
  /** date column that the widget's range limits; null: not limited */
  readonly rangeColumn: string | null
}

export interface PlannedKpi {
  /** name on the wire */
  readonly metric: string
  readonly column: QueryColumn
  readonly label?: string
}

/** What a widget asks of the semantic layer. All numbers of a tile come from these queries and from nothing else. */
export interface WidgetPlan {
  readonly range: RelativeRange | 'AllTime' | null
  readonly compare: 'previousPeriod' | 'previousYear' | null
  /** whether 'Include Club Orders' narrows the widget's sales */
  readonly followsClubOrders: boolean
  readonly kpis: { readonly query: PlannedQuery; readonly items: readonly PlannedKpi[] } | null
  readonly rows: PlannedQuery | null
  /** the same query at the end of each of so many months, this one last */
  readonly trendMonths?: { readonly query: PlannedQuery; readonly count: number }
}

export interface WidgetDefinition<Settings = Record<string, unknown>> {
  readonly type: string
  readonly title: string
  readonly description: string
  readonly size: { readonly w: number; readonly h: number }
  readonly minSize: { readonly w: number; readonly h: number }
  /** stored props are foreign data: parse before use; every field has a default */
  readonly settings: z.ZodType<Settings>
  readonly fields: readonly SettingField[]
  readonly plan: (settings: Settings) => WidgetPlan
}

export const defineWidget = <Settings>(definition: WidgetDefinition<Settings>): WidgetDefinition<Settings> => definition
