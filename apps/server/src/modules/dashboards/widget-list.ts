import type { z } from 'zod'
import type { WidgetEntry, WidgetList } from '#contract/dashboards.ts'
import { widgetByType } from '#widgets/registry.ts'

type WidgetInput = z.infer<typeof WidgetList>[number]

interface WidgetRules {
  readonly newId: (type: string) => string
  /** fills in the type's default props; props of an unknown type stay unchanged */
  readonly withDefaults: (type: string, props: WidgetEntry['props']) => WidgetEntry['props']
}

/**
 * Completes a layout for storage: every widget gets a unique id (a given id is preserved unless it is a duplicate), complete props and
 * a position; the grid compacts what is placed here.
 */
export const completeWidgets = (widgets: readonly WidgetInput[], rules: WidgetRules): WidgetEntry[] => {
  const used = new Set<string>()
  return widgets.map(({ id: given, x = 0, y, ...widget }, index) => {
    const id = given && !used.has(given) ? given : rules.newId(widget.type)
    used.add(id)
    return { id, ...widget, x, y: y ?? 2 * index, props: rules.withDefaults(widget.type, widget.props) }
  })
}

type Props = WidgetEntry['props']

/** Replaces missing or invalid props with the widget type's defaults. Props of an unknown type stay unchanged. */
export const withDefaultProps = (type: string, props: Props): Props => {
  const widget = widgetByType(type)
  return widget ? { ...props, ...widget.parseSettings(props) } : props
}
