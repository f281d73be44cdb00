import type { Channel } from './commerce.ts'

/** Tabs of Home. A weekend is Saturday and Sunday: the current one, or during the week the last one. */
export const HOME_PERIODS = ['today', 'weekend', 'week', 'month'] as const
export type HomePeriod = (typeof HOME_PERIODS)[number]

/** What may need somebody's action, most urgent first. */
export const HOME_ACTIONS = ['failing', 'pickup', 'runningOut', 'leaving', 'review', 'setup'] as const
export type HomeActionId = (typeof HOME_ACTIONS)[number]

export const SETUP_STEPS = ['connect', 'map', 'visits', 'check', 'invite', 'star'] as const
export type SetupStepId = (typeof SETUP_STEPS)[number]

export const HOME_KPI_COUNT = 4

/** A measure of the catalog on a KPI card. Channel and club orders limit measures of orders only. */
export interface HomeKpi {
  readonly reportType: string
  readonly measure: string
  /** null: all channels */
  readonly channel: Channel | null
  readonly includeClubOrders: boolean
}

const kpi = (reportType: string, measure: string, more: Partial<HomeKpi> = {}): HomeKpi => ({
  reportType,
  measure,
  channel: null,
  includeClubOrders: true,
  ...more,
})

/** Cards of an account that has not chosen its own. */
export const DEFAULT_HOME_KPIS: readonly HomeKpi[] = [
  kpi('Orders', 'netSales', { channel: 'pos' }),
  kpi('Reservations', 'guests'),
  kpi('Reservations', 'signupConversion'),
  kpi('Orders', 'netSales', { includeClubOrders: false }),
]
