import type { WidgetEntry } from '#contract/dashboards.ts'
import { widgetByType } from '#widgets/registry.ts'

type Props = WidgetEntry['props']

/** A widget's props with its type's defaults for what is missing or not among its choices. An unknown type's stay as they are. */
export const withDefaultProps = (type: string, props: Props): Props => {
  const widget = widgetByType(type)
  return widget ? { ...props, ...widget.parseSettings(props) } : props
}
