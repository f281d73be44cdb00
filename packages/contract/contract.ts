import { account } from './account.ts'
import { alerts } from './alerts.ts'
import { accountKeys, apiKeys } from './api-keys.ts'
import { ask } from './ask.ts'
import { auth } from './auth.ts'
import { billing } from './billing.ts'
import { calendar } from './calendar.ts'
import { customFields } from './custom-fields.ts'
import { dashboardSchedules } from './dashboard-schedules.ts'
import { dashboardSharing } from './dashboard-sharing.ts'
import { dashboards } from './dashboards.ts'
import { feedback } from './feedback.ts'
import { home } from './home.ts'
import { ingest } from './ingest.ts'
import { goals, insights } from './insights.ts'
import { invitations } from './invitations.ts'
import { notifications } from './notifications.ts'
import { ownCodes } from './own-codes.ts'
import { plans } from './plans.ts'
import { releasePlans } from './release-plans.ts'
import { liveReport, reportLinks } from './report-links.ts'
import { reports } from './reports.ts'
import { saveList } from './save-list.ts'
import { reportSchedules, savedReports } from './saved-reports.ts'
import { secondFactor } from './second-factor.ts'
import { segments } from './segments.ts'
import { services } from './services.ts'
import { signOn } from './single-sign-on.ts'
import { stockPromises } from './stock-promises.ts'
import { subjects } from './subjects.ts'
import { system } from './system.ts'
import { pictures, users } from './users.ts'
import { sharedView, viewLinks } from './view-links.ts'
import { visits } from './visits.ts'
import { webhooks } from './webhooks.ts'

/** Every endpoint. Server handlers are a total map over it; client, OpenAPI and the test matrices derive from it. */
export const contract = {
  auth,
  account,
  apiKeys,
  accountKeys,
  users,
  secondFactor,
  signOn,
  invitations,
  pictures,
  dashboards,
  dashboardSharing,
  dashboardSchedules,
  viewLinks,
  sharedView,
  home,
  reports,
  savedReports: { ...savedReports, ...reportSchedules },
  reportLinks,
  releasePlans,
  liveReport,
  segments,
  services,
  ingest,
  visits,
  customFields,
  ownCodes,
  stockPromises,
  notifications,
  alerts,
  calendar,
  webhooks,
  billing,
  ask,
  insights,
  saveList,
  goals,
  plans,
  subjects,
  feedback,
  system,
}
export type Contract = typeof contract
