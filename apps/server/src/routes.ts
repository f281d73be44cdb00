import { accountExportRoutes } from '#server/modules/account-export/account-export.routes.ts'
import { accountLifecycleRoutes } from '#server/modules/account-lifecycle/account-lifecycle.routes.ts'
import { accountSettingsRoutes, definitionsRoutes } from '#server/modules/account-settings/account-settings.routes.ts'
import { invitationsRoutes } from '#server/modules/team/invitations.routes.ts'
import { resetFactorRoutes, userAccessRoutes } from '#server/modules/team/user-access.routes.ts'
import { usersRoutes } from '#server/modules/team/users.routes.ts'
import type { Routes } from './http/implement.ts'
import { alertsRoutes } from './modules/alerts/alerts.routes.ts'
import { accountKeysRoutes, apiKeysRoutes } from './modules/api-keys/api-keys.routes.ts'
import { askRoutes } from './modules/ask/ask.routes.ts'
import { auditLogRoutes } from './modules/audit-log/audit-log.routes.ts'
import { authRoutes } from './modules/auth/auth.routes.ts'
import { secondFactorRoutes } from './modules/auth/second-factor/second-factor.routes.ts'
import { billingRoutes, subscriptionRoutes } from './modules/billing/billing.routes.ts'
import { calendarRoutes } from './modules/calendar/calendar.routes.ts'
import { customFieldsRoutes } from './modules/custom-fields/custom-fields.routes.ts'
import { dashboardDataRoute } from './modules/dashboard-data/dashboard-data.routes.ts'
import { dashboardSharingRoutes, dashboardsRoutes } from './modules/dashboards/dashboards.routes.ts'
import { feedbackRoutes } from './modules/feedback/feedback.routes.ts'
import { goalsRoutes } from './modules/goals/goals.routes.ts'
import { homeRoutes } from './modules/home/home.routes.ts'
import { insightsRoutes } from './modules/insights/insights.routes.ts'
import { notificationsRoutes } from './modules/notifications/notifications.routes.ts'
import { ownCodesRoutes } from './modules/own-codes/own-codes.routes.ts'
import { logoRoutes, photoRoutes, picturesRoutes } from './modules/pictures/pictures.routes.ts'
import { plansRoutes } from './modules/plans/plans.routes.ts'
import { releasePlansRoutes } from './modules/release-plans/release-plans.routes.ts'
import { liveReportRoutes, reportLinksRoutes } from './modules/report-links/report-links.routes.ts'
import { dashboardSchedulesRoutes, reportSchedulesRoutes } from './modules/report-schedules/report-schedules.routes.ts'
import { reportsRoutes } from './modules/reports/reports.routes.ts'
import { saveListRoutes } from './modules/save-list/save-list.routes.ts'
import { savedReportsRoutes } from './modules/saved-reports/saved-reports.routes.ts'
import { segmentsRoutes } from './modules/segments/segments.routes.ts'
import { ingestRoutes } from './modules/services/ingest/ingest.routes.ts'
import { servicesRoutes } from './modules/services/services.routes.ts'
import { signOnRoutes } from './modules/sign-on/sign-on.routes.ts'
import { stockPromisesRoutes } from './modules/stock-promises/stock-promises.routes.ts'
import { subjectsRoutes } from './modules/subjects/subjects.routes.ts'
import { systemRoutes } from './modules/system/system.routes.ts'
import { sharedViewRoutes } from './modules/view-links/shared-view.routes.ts'
import { viewLinksRoutes } from './modules/view-links/view-links.routes.ts'
import { visitsRoutes } from './modules/visits/visits.routes.ts'
import { webhooksRoutes } from './modules/webhooks/webhooks.routes.ts'

/** The handlers of every contract noun. */
export const routes = {
  auth: authRoutes,
  account: {
    ...accountSettingsRoutes,
    ...definitionsRoutes,
    ...subscriptionRoutes,
    ...logoRoutes,
    ...auditLogRoutes,
    ...accountLifecycleRoutes,
    ...accountExportRoutes,
  },
  apiKeys: apiKeysRoutes,
  accountKeys: accountKeysRoutes,
  pictures: picturesRoutes,
  users: { ...usersRoutes, ...userAccessRoutes, ...photoRoutes },
  secondFactor: { ...secondFactorRoutes, ...resetFactorRoutes },
  signOn: signOnRoutes,
  invitations: invitationsRoutes,
  dashboards: { ...dashboardsRoutes, data: dashboardDataRoute },
  dashboardSharing: dashboardSharingRoutes,
  dashboardSchedules: dashboardSchedulesRoutes,
  viewLinks: viewLinksRoutes,
  sharedView: sharedViewRoutes,
  home: homeRoutes,
  reports: reportsRoutes,
  savedReports: { ...savedReportsRoutes, ...reportSchedulesRoutes },
  reportLinks: reportLinksRoutes,
  releasePlans: releasePlansRoutes,
  liveReport: liveReportRoutes,
  segments: segmentsRoutes,
  notifications: notificationsRoutes,
  alerts: alertsRoutes,
  webhooks: webhooksRoutes,
  calendar: calendarRoutes,
  billing: billingRoutes,
  insights: insightsRoutes,
  saveList: saveListRoutes,
  goals: goalsRoutes,
  plans: plansRoutes,
  ask: askRoutes,
  subjects: subjectsRoutes,
  feedback: feedbackRoutes,
  services: servicesRoutes,
  ingest: ingestRoutes,
  visits: visitsRoutes,
  customFields: customFieldsRoutes,
  ownCodes: ownCodesRoutes,
  stockPromises: stockPromisesRoutes,
  system: systemRoutes,
} satisfies Routes
