import type { ComponentType } from 'react'
import type { Box } from '#charts/chart.ts'
import type { WidgetData, WidgetLine } from '#contract/dashboards.ts'

type DataLine = Extract<WidgetLine, { data: unknown }>
export type WidgetRange = NonNullable<DataLine['range']>

/** A result as a view draws it. */
export interface WidgetResult {
  readonly data: WidgetData
  readonly range: WidgetRange | null
  /** null: nothing is compared */
  readonly compareRange: WidgetRange | null
}

export interface WidgetViewProps extends WidgetResult {
  /** as the widget's definition parsed them */
  readonly settings: Readonly<Record<string, unknown>>
  /** room to draw in, in pixels */
  readonly box: Box
}

/** What a view file exports as `view`. */
export interface WidgetView {
  readonly View: ComponentType<WidgetViewProps>
  /** what stands in the tile until data is there */
  readonly skeleton: 'numbers' | 'block'
  /** `bare`: the tile has neither title line nor footer */
  readonly frame: 'titled' | 'bare'
}

/** A sample result: what the widget's preview and its tests are drawn from. */
export interface WidgetFixture extends WidgetResult {
  readonly settings: Readonly<Record<string, unknown>>
}
