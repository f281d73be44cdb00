import { dueRefreshesJob } from '#server/modules/billing/billing.handlers.ts'
import { dueAnalysesHandler } from '#server/modules/insights/insights.handlers.ts'
import type { Deps } from './deps.ts'
import type { JobHandler } from './jobs/job.ts'
import { purgeAccountsJob } from './modules/account-lifecycle/purge-accounts.job.ts'
import { rebuildForZoneHandler } from './modules/account-settings/time-zone-rebuild.job.ts'
import { deleteExpiredJob } from './modules/auth/delete-expired.job.ts'
import { followDeletionHandler, refreshBillingHandler } from './modules/billing/billing.handlers.ts'
import { trialNoticesJob } from './modules/billing/trial-notices.job.ts'
import { emptyTrashJob } from './modules/dashboards/empty-trash.job.ts'
import { analysisHandler } from './modules/insights/insights.handlers.ts'
import { sendDueReportsJob } from './modules/report-schedules/send-due-reports.job.ts'
import { emptyReportTrashJob } from './modules/saved-reports/empty-trash.job.ts'
import { dueSyncsHandler, serviceRunHandler, serviceSyncHandler } from './modules/services/services.handlers.ts'
import { sweepStagedFilesJob } from './modules/services/sweep-staged-files.job.ts'
import { deleteOldRowsJob } from './modules/system/delete-old-rows.job.ts'
import { adoptVisitRulesHandler } from './modules/visits/visits.handlers.ts'

/** Every job handler, one line each. */
export const jobs: readonly JobHandler<Deps>[] = [
  deleteExpiredJob,
  emptyTrashJob,
  emptyReportTrashJob,
  sendDueReportsJob,
  serviceRunHandler,
  serviceSyncHandler,
  dueSyncsHandler,
  sweepStagedFilesJob,
  deleteOldRowsJob,
  purgeAccountsJob,
  adoptVisitRulesHandler,
  rebuildForZoneHandler,
  refreshBillingHandler,
  followDeletionHandler,
  dueRefreshesJob,
  trialNoticesJob,
  analysisHandler,
  dueAnalysesHandler,
]
