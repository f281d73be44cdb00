import type { z } from 'zod'
import type { WidgetEntry, WidgetList } from '#contract/dashboards.ts'

type WidgetInput = z.infer<typeof WidgetList>[number]

interface WidgetRules {
  readonly newId: (type: string) => string
  /** the props with the type's defaults filled in; an unknown type's props come back as they are */
  readonly withDefaults: (type: string, props: WidgetEntry['props']) => WidgetEntry['props']
}

/** What is stored of a layout: every widget has an id of its own (kept when given, the first of two twins keeps it) and whole props. */
export const completeWidgets = (widgets: readonly WidgetInput[], rules: WidgetRules): WidgetEntry[] => {
  const used = new Set<string>()
  return widgets.map(({ id: given, ...widget }) => {
    const id = given && !used.has(given) ? given : rules.newId(widget.type)
    used.add(id)
    return { id, ...widget, props: rules.withDefaults(widget.type, widget.props) }
  })
}
