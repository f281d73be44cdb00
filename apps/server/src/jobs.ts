import { purgeAccountsJob } from '#server/modules/account-lifecycle/purge-accounts.job.ts'
import { rebuildForZoneJob } from '#server/modules/account-settings/time-zone-rebuild.job.ts'
import { forgetExpiredJob } from '#server/modules/auth/delete-expired.job.ts'
import { forgetOldRowsJob } from '#server/modules/system/delete-old-rows.job.ts'
import { type RegisteredJob, registered } from './jobs/job.ts'
import { dueRefreshesJob } from './modules/billing/due-refreshes.job.ts'
import { followDeletionJob } from './modules/billing/follow-deletion.job.ts'
import { refreshBillingJob } from './modules/billing/refresh-billing.job.ts'
import { trialNoticesJob } from './modules/billing/trial-notices.job.ts'
import { emptyTrashJob } from './modules/dashboards/empty-trash.job.ts'
import { dueLooksJob } from './modules/insights/due-looks.job.ts'
import { lookJob } from './modules/insights/look.job.ts'
import { sendDueReportsJob } from './modules/report-schedules/send-due-reports.job.ts'
import { emptyReportTrashJob } from './modules/saved-reports/empty-trash.job.ts'
import { serviceRunJob } from './modules/services/service-run.job.ts'
import { sweepStagedFilesJob } from './modules/services/sweep-staged-files.job.ts'
import { dueSyncsJob } from './modules/services/sync/due-syncs.job.ts'
import { serviceSyncJob } from './modules/services/sync/service-sync.job.ts'
import { adoptVisitRulesJob } from './modules/visits/adopt-visit-rules.job.ts'

/** Every job of the product, one `registered(…)` line each. */
export const jobs: readonly RegisteredJob[] = [
  registered(forgetExpiredJob),
  registered(emptyTrashJob),
  registered(emptyReportTrashJob),
  registered(sendDueReportsJob),
  registered(serviceRunJob),
  registered(serviceSyncJob),
  registered(dueSyncsJob),
  registered(sweepStagedFilesJob),
  registered(forgetOldRowsJob),
  registered(purgeAccountsJob),
  registered(adoptVisitRulesJob),
  registered(rebuildForZoneJob),
  registered(refreshBillingJob),
  registered(followDeletionJob),
  registered(dueRefreshesJob),
  registered(trialNoticesJob),
  registered(lookJob),
  registered(dueLooksJob),
]
