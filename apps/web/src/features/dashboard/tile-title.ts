import type { WidgetEntry } from '#contract/dashboards.ts'
import { widgetByType } from '#widgets/registry.ts'

/** The settings of a tile with all defaults; stored props as they are for an unknown type. */
export const settingsOf = ({ type, props }: WidgetEntry): Readonly<Record<string, unknown>> =>
  widgetByType(type)?.parseSettings(props) ?? props

/** The title of a tile, as its card shows it. */
export const tileTitle = (entry: WidgetEntry): string => {
  const { title } = settingsOf(entry)
  return typeof title === 'string' && title !== '' ? title : (widgetByType(entry.type)?.title ?? entry.type)
}
