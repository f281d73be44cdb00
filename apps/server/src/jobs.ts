import { trialNoticesJob } from '#server/modules/billing/billing.notifications.ts'
import { paceHandler } from '#server/modules/plans/paces.job.ts'
import { sendDueReportsJob } from '#server/modules/report-schedules/send-schedule.ts'
import { sweepStagedFilesJob } from '#server/modules/services/services.handlers.ts'
import { adoptVisitRulesHandler } from '#server/modules/visits/save-rules.usecases.ts'
import { deliverWebhookHandler } from '#server/modules/webhooks/deliver-webhook.ts'
import type { Deps } from './deps.ts'
import type { JobHandler } from './jobs/job.ts'
import { purgeAccountsJob } from './modules/account-lifecycle/purge-accounts.job.ts'
import { rebuildForZoneHandler } from './modules/account-settings/time-zone-rebuild.job.ts'
import { turnOverFilesJob } from './modules/accounts/turn-over-files.job.ts'
import { checkAlertsHandler, dueAlertsHandler } from './modules/alerts/alerts.handlers.ts'
import { deleteExpiredJob } from './modules/auth/delete-expired.job.ts'
import {
  dueRefreshesJob,
  endSubscriptionsHandler,
  followDeletionHandler,
  refreshBillingHandler,
} from './modules/billing/billing.handlers.ts'
import { removeCustomValuesHandler } from './modules/custom-fields/remove-values.job.ts'
import { analysisHandler, dueAnalysesHandler } from './modules/insights/insights.handlers.ts'
import { adoptCodeRulesHandler } from './modules/own-codes/own-codes.usecases.ts'
import { sendSegmentHandler } from './modules/segments/send-segment.job.ts'
import { dueSegmentsHandler, updateSegmentsHandler } from './modules/segments/update-segments.job.ts'
import { removeWebhooksHandler } from './modules/services/platform/remove-webhooks.ts'
import { dueSyncsHandler, orphanedRunsHandler, runHandlers } from './modules/services/services.handlers.ts'
import { deleteOldRowsJob } from './modules/system/delete-old-rows.job.ts'
import { reconcileAccountsJob } from './modules/system/reconcile-accounts.job.ts'
import { emptyAlertTrashJob, emptyDashboardTrashJob, emptyReportTrashJob } from './platform/trash.ts'

/** Every job handler, one line each. */
export const jobs: readonly JobHandler<Deps>[] = [
  deleteExpiredJob,
  emptyDashboardTrashJob,
  emptyReportTrashJob,
  emptyAlertTrashJob,
  sendDueReportsJob,
  ...runHandlers,
  dueSyncsHandler,
  orphanedRunsHandler,
  sweepStagedFilesJob,
  removeWebhooksHandler,
  deleteOldRowsJob,
  reconcileAccountsJob,
  purgeAccountsJob,
  turnOverFilesJob,
  adoptVisitRulesHandler,
  adoptCodeRulesHandler,
  rebuildForZoneHandler,
  removeCustomValuesHandler,
  refreshBillingHandler,
  followDeletionHandler,
  endSubscriptionsHandler,
  dueRefreshesJob,
  trialNoticesJob,
  analysisHandler,
  dueAnalysesHandler,
  updateSegmentsHandler,
  sendSegmentHandler,
  dueSegmentsHandler,
  paceHandler,
  checkAlertsHandler,
  dueAlertsHandler,
  deliverWebhookHandler,
]
