import type { ComponentType } from 'react'
import type { Box } from '#charts/chart.ts'
import type { WidgetComparison, WidgetData, WidgetLine } from '#contract/dashboards.ts'

type DataLine = Extract<WidgetLine, { data: unknown }>
export type WidgetRange = NonNullable<DataLine['range']>

/** The props of a view. */
export interface WidgetResult {
  readonly data: WidgetData
  readonly range: WidgetRange | null
  /** null without a comparison */
  readonly compareRange: WidgetRange | null
  /** null without a comparison */
  readonly comparison: WidgetComparison | null
}

export interface WidgetViewProps extends WidgetResult {
  /** as the widget's definition parsed them */
  readonly settings: Readonly<Record<string, unknown>>
  /** available space in pixels */
  readonly box: Box
}

/** The `view` export of a view file. */
export interface WidgetView {
  readonly View: ComponentType<WidgetViewProps>
  /** placeholder while data is loading */
  readonly skeleton: 'numbers' | 'block'
  /** `bare`: the tile has neither title nor footer */
  readonly frame: 'titled' | 'bare'
  /** drawn from its settings alone */
  readonly isStatic?: true
}

/** A sample result for the widget's preview and tests. */
export interface WidgetFixture extends WidgetResult {
  readonly settings: Readonly<Record<string, unknown>>
}

/** What a widget of its own settings is drawn with. */
export const NO_RESULT: WidgetResult = {
  data: { kpis: [], columns: [], rows: [] },
  range: null,
  compareRange: null,
  comparison: null,
}
