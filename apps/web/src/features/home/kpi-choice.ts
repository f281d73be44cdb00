import type { HomeMeasure } from '#contract/home.ts'
import { formatCode } from '#domain/code-labels.ts'
import { CHANNELS } from '#domain/commerce.ts'
import type { HomeKpi } from '#domain/home.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

const ALL = 'all'
const NON_CLUB = 'nonClub'

/** Which orders a number counts. */
export const ORDER_CHOICES: readonly Choice[] = [
  { value: ALL, label: 'All orders' },
  { value: NON_CLUB, label: 'Without club orders' },
  ...CHANNELS.map((channel) => ({ value: channel, label: formatCode('channel', channel) })),
]

export const measureKey = ({ reportType, measure }: Pick<HomeKpi, 'reportType' | 'measure'>): string =>
  `${reportType}.${measure}`

export const ordersChoice = ({ channel, includeClubOrders }: HomeKpi): string =>
  channel ?? (includeClubOrders ? ALL : NON_CLUB)

export const withOrders = (kpi: HomeKpi, orders: string): HomeKpi => ({
  ...kpi,
  channel: CHANNELS.find((channel) => channel === orders) ?? null,
  includeClubOrders: orders !== NON_CLUB,
})

/** Keeps which orders are counted if both measures are of orders. */
export const withMeasure = (kpi: HomeKpi, { reportType, measure, isOfOrders }: HomeMeasure): HomeKpi => ({
  ...(isOfOrders ? kpi : { channel: null, includeClubOrders: true }),
  reportType,
  measure,
})

/** The measures by report type. */
export const measureGroups = (measures: readonly HomeMeasure[]) =>
  [...Map.groupBy(measures, ({ group }) => group)].map(([group, items]) => ({
    group,
    items: items.map((one) => ({ value: measureKey(one), label: one.displayName })),
  }))
