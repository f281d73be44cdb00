import type { ReactNode } from 'react'
import { BreakdownView } from './kit/breakdown-view.tsx'
import { PeriodView } from './kit/period-view.tsx'
import type { AnyWidget } from './kit/widget.ts'
import type { WidgetView, WidgetViewProps } from './kit/widget-view.ts'
import { ALL_WIDGETS } from './registry.ts'

/** Every `<id>/<id>.view.tsx` exports `view`. */
const modules = import.meta.glob<{ readonly view: WidgetView }>('./*/*.view.tsx', { eager: true })

const byFolder = new Map(
  Object.entries(modules).map(([path, module]) => [path.split('/')[1] ?? '', module.view] as const),
)

/** `customerLTV` → `customer-ltv`: the folder of a widget type. */
export const typeToFolder = (type: string): string => type.replace(/([a-z])([A-Z]+)/g, '$1-$2').toLowerCase()

type ChartOf = NonNullable<AnyWidget['chartOf']>

const drawChart = (chartOf: ChartOf, props: WidgetViewProps): ReactNode => {
  const { kind, ...chart } = chartOf(props.settings)
  return kind === 'period' ? <PeriodView {...props} {...chart} /> : <BreakdownView {...props} {...chart} />
}

const chartView = (chartOf: ChartOf): WidgetView => ({
  View: drawChart.bind(null, chartOf),
  skeleton: 'numbers',
  frame: 'titled',
})

const views = new Map(
  ALL_WIDGETS.flatMap(({ type, chartOf }) => {
    const view = byFolder.get(typeToFolder(type)) ?? (chartOf && chartView(chartOf))
    return view ? [[type, view] as const] : []
  }),
)

/** The view of a widget type: its own, or a standard chart; null for an unknown type. */
export const findView = (type: string): WidgetView | null => views.get(type) ?? null
