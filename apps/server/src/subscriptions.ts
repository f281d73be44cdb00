import { cancelSubscriptions, resumeRenewal, stopRenewal } from '#server/modules/billing/billing.handlers.ts'
import { analyzeLoadedData } from '#server/modules/insights/insights.handlers.ts'
import { refreshPacesOfLoadedData } from '#server/modules/plans/paces.job.ts'
import { updateSaveList } from '#server/modules/save-list/save-list.subscriptions.ts'
import { transferSharedReports } from '#server/modules/saved-reports/saved-reports.usecases.ts'
import {
  announceAlerts,
  announceDigests,
  announceInsights,
  announceRuns,
  announceSchedules,
} from '#server/modules/webhooks/send-event.ts'
import type { Deps } from './deps.ts'
import { checkAlertsOfLoadedData } from './modules/alerts/alerts.handlers.ts'
import { transferSharedAlerts } from './modules/alerts/alerts.subscriptions.ts'
import {
  createStarterDashboardForUser,
  transferSharedDashboards,
} from './modules/dashboards/dashboards.subscriptions.ts'
import {
  replaceScheduleRecipient,
  transferSchedules,
} from './modules/report-schedules/report-schedules.subscriptions.ts'
import { updateSegmentsOfLoadedData } from './modules/segments/update-segments.job.ts'
import type { Subscription } from './platform/events.ts'

/** Every event subscriber, in execution order. */
export const subscriptions: readonly Subscription<Deps>[] = [
  createStarterDashboardForUser,
  transferSharedDashboards,
  transferSharedReports,
  transferSchedules,
  transferSharedAlerts,
  replaceScheduleRecipient,
  stopRenewal,
  resumeRenewal,
  cancelSubscriptions,
  updateSegmentsOfLoadedData,
  analyzeLoadedData,
  updateSaveList,
  refreshPacesOfLoadedData,
  checkAlertsOfLoadedData,
  announceRuns,
  announceAlerts,
  announceInsights,
  announceDigests,
  announceSchedules,
]
