import type { Deps } from './deps.ts'
import { cancelSubscriptions, resumeRenewal, stopRenewal } from './modules/billing/billing.subscriptions.ts'
import {
  createStarterDashboardForUser,
  transferSharedDashboards,
} from './modules/dashboards/dashboards.subscriptions.ts'
import { analyzeLoadedData } from './modules/insights/insights.subscriptions.ts'
import {
  replaceScheduleRecipient,
  transferSchedules,
} from './modules/report-schedules/report-schedules.subscriptions.ts'
import { transferSharedReports } from './modules/saved-reports/saved-reports.subscriptions.ts'
import type { Subscription } from './platform/events.ts'

/** Every event subscriber, in execution order. */
export const subscriptions: readonly Subscription<Deps>[] = [
  createStarterDashboardForUser,
  transferSharedDashboards,
  transferSharedReports,
  transferSchedules,
  replaceScheduleRecipient,
  stopRenewal,
  resumeRenewal,
  cancelSubscriptions,
  analyzeLoadedData,
]
