import type { Migration } from '#server/db/database.ts'
import { foundation } from './0001-foundation.ts'
import { dashboardBaseText } from './0002-dashboard-base-text.ts'
import { savedReports } from './0003-saved-reports.ts'
import { reportSchedules } from './0004-report-schedules.ts'
import { platformServices } from './0005-platform-services.ts'
import { visitRules } from './0006-visit-rules.ts'
import { people } from './0007-people.ts'
import { accountLife } from './0008-account-life.ts'
import { zoneRebuild } from './0009-zone-rebuild.ts'
import { billing } from './0010-billing.ts'
import { notificationKinds } from './0011-notification-kinds.ts'
import { insights } from './0012-insights.ts'
import { accountSettings } from './0013-account-settings.ts'
import { emailUndo } from './0014-email-undo.ts'
import { idempotencyKeys } from './0015-idempotency-keys.ts'
import { accountData } from './0016-account-data.ts'
import { serviceSweeps } from './0017-service-sweeps.ts'
import { endedRunsIndex } from './0018-ended-runs-index.ts'
import { controlTotals } from './0019-control-totals.ts'
import { storedTotals } from './0020-stored-totals.ts'
import { customFields } from './0021-custom-fields.ts'
import { ownCodes } from './0022-own-codes.ts'
import { dashboardFilterBar } from './0023-dashboard-filter-bar.ts'
import { alerts } from './0024-alerts.ts'
import { calendarNotes } from './0025-calendar-notes.ts'
import { dashboardShares } from './0026-dashboard-shares.ts'
import { viewLinks } from './0027-view-links.ts'
import { dashboardSchedules } from './0028-dashboard-schedules.ts'
import { alertRecipients } from './0029-alert-recipients.ts'
import { insightProgress } from './0030-insight-progress.ts'
import { apiKeys } from './0031-api-keys.ts'
import { clickHouseLedger } from './0032-clickhouse-ledger.ts'
import { askedQuestions } from './0033-asked-questions.ts'
import { webhooks } from './0034-webhooks.ts'
import { ingestBatches } from './0035-ingest-batches.ts'
import { secondFactor } from './0036-second-factor.ts'
import { serviceConsents } from './0037-service-consents.ts'
import { singleSignOn } from './0038-single-sign-on.ts'
import { accountEncryptionKeys } from './0040-account-encryption-keys.ts'
import { accountPlaces } from './0041-account-places.ts'
import { squareDates } from './0042-square-dates.ts'
import { platformCalls } from './0043-platform-calls.ts'
import { sentKeys } from './0044-sent-keys.ts'
import { outlinedBatches } from './0045-outlined-batches.ts'
import { saml } from './0046-saml.ts'
import { keyMakers } from './0047-key-makers.ts'
import { orderMoney } from './0048-order-money.ts'
import { accountReconciliation } from './0049-account-reconciliation.ts'
import { modelSwitch } from './0050-model-switch.ts'
import { shopifyRefunds } from './0051-shopify-refunds.ts'
import { platformSyncQueues } from './0052-platform-sync-queues.ts'
import { plainNames } from './0053-plain-names.ts'
import { orderParts } from './0054-order-parts.ts'
import { ordersAnew } from './0055-orders-anew.ts'
import { separateCustomers } from './0056-separate-customers.ts'

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [
  foundation,
  dashboardBaseText,
  savedReports,
  reportSchedules,
  platformServices,
  visitRules,
  people,
  accountLife,
  zoneRebuild,
  billing,
  notificationKinds,
  insights,
  accountSettings,
  emailUndo,
  idempotencyKeys,
  accountData,
  serviceSweeps,
  endedRunsIndex,
  controlTotals,
  storedTotals,
  customFields,
  ownCodes,
  dashboardFilterBar,
  alerts,
  calendarNotes,
  dashboardShares,
  viewLinks,
  dashboardSchedules,
  alertRecipients,
  insightProgress,
  apiKeys,
  clickHouseLedger,
  askedQuestions,
  webhooks,
  ingestBatches,
  secondFactor,
  serviceConsents,
  singleSignOn,
  accountEncryptionKeys,
  accountPlaces,
  squareDates,
  platformCalls,
  sentKeys,
  outlinedBatches,
  saml,
  keyMakers,
  orderMoney,
  accountReconciliation,
  modelSwitch,
  shopifyRefunds,
  platformSyncQueues,
  plainNames,
  orderParts,
  ordersAnew,
  separateCustomers,
]
