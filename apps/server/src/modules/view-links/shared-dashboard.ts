import { z } from 'zod'
import type { WidgetEntry } from '#contract/dashboards.ts'
import type { SharedDashboard } from '#contract/view-links.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import { namesPersonalColumn } from '#semantic/personal-data.ts'
import { widgetByType } from '#widgets/registry.ts'
import type { OpenedLink } from './open-link.ts'

const Counted = z.object({ aggregation: z.literal('Count') })
const OwnReport = z.object({ source: z.object({ columns: z.array(z.unknown()) }).loose() }).loose()

/** Settings without the places where a report of the tile's own names a column that it counts: a count shows nobody. */
const withoutCounts = (props: WidgetEntry['props']): unknown => {
  const report = OwnReport.safeParse(props)
  if (!report.success) return props
  const { chart: _chart, orderColumns: _sort, ...source } = report.data.source
  return { ...props, source: { ...source, columns: source.columns.filter((one) => !Counted.safeParse(one).success) } }
}

/** Whether the settings of a widget hold values of people, such as a filter on a customer's name. */
export const isPersonalWidget = (
  { props }: Pick<WidgetEntry, 'props'>,
  customFields: readonly CustomField[],
): boolean => namesPersonalColumn(withoutCounts(props), customFields)

const sharedProps = (widget: WidgetEntry, customFields: readonly CustomField[]): WidgetEntry['props'] => {
  const { title } = widget.props
  if (isPersonalWidget(widget, customFields)) return typeof title === 'string' ? { title } : {}
  const { keepsOwnDates } = widget.props
  const settings = widgetByType(widget.type)?.parseSettings(widget.props) ?? {}
  return keepsOwnDates === true ? { ...settings, keepsOwnDates } : settings
}

/** Widgets of a link: known types only, as nobody knows what others show. */
const sharedWidgets = ({ dashboard, owner }: OpenedLink): WidgetEntry[] =>
  dashboard.widgets
    .filter(({ type }) => widgetByType(type) !== null)
    .map((widget) => ({ ...widget, props: sharedProps(widget, owner.account.customFields) }))

/** What a link shows before its data: the layout, and formats. */
export const presentShared = (opened: OpenedLink): SharedDashboard => {
  const { dashboard, owner, link } = opened
  const { account } = owner
  const { filter_bar: bar } = dashboard
  return {
    name: dashboard.name,
    description: dashboard.description,
    widgets: sharedWidgets(opened),
    filterBar: bar !== null && namesPersonalColumn(bar, account.customFields) ? null : bar,
    accountName: account.name,
    culture: account.culture,
    currency: account.currency,
    timeZone: account.timeZone,
    expiresDateUtc: link.expires_at.toISOString(),
  }
}
