import { Failure } from '#contract/errors.ts'
import type { ReportDefinition } from '#contract/report-definition.ts'
import type { Deps } from '#server/deps.ts'
import type { MailContent } from '#server/mail/templates/mail-page.ts'
import type { MailFile } from '#server/mail/transport.ts'
import { findOpenedDashboard } from '#server/modules/dashboards/index.ts'
import type { NotificationMessage } from '#server/modules/notifications/index.ts'
import { reportQuestion } from '#server/modules/reports/index.ts'
import { readSavedReport, type SavedReportRow, storedDefinition } from '#server/modules/saved-reports/index.ts'
import type { AbsentCaller } from '#server/modules/users/index.ts'
import { dashboardMail, dashboardParagraphs } from './dashboard-mail.ts'
import { reportMail, reportParagraphs } from './report-mail.ts'
import type { ScheduleRow } from './schedules.repo.ts'

/** What a schedule emails. */
export interface Subject {
  readonly name: string
  readonly noun: 'report' | 'dashboard'
  /** its page */
  readonly path: `/${string}`
  /** `of`: only the rows of the team member of that name. Throws `InvalidQuery`, and the warehouse's failures. */
  readonly makeMail: (
    link: string,
    signal: AbortSignal,
    of?: string,
  ) => Promise<{ readonly content: MailContent; readonly file: MailFile | null }>
  /** for channels of Slack and Teams: without what names people. Throws as `makeMail`. */
  readonly makeMessage: (signal: AbortSignal) => Promise<NotificationMessage>
}

const readReport = async (deps: Deps, sender: AbsentCaller, reportId: string): Promise<SavedReportRow | null> => {
  try {
    return await readSavedReport(deps, sender, reportId)
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return null
    throw error
  }
}

/** The column by which the rows of a person differ from those of others. */
export const TEAM_MEMBER = 'teamMember'

const ofTeamMember = (definition: ReportDefinition, name: string | undefined): ReportDefinition => {
  if (name === undefined) return definition
  const own = { columnId: TEAM_MEMBER, values: [name], exclude: false }
  return { ...definition, dimensionFilters: [...(definition.dimensionFilters ?? []), own] }
}

const reportSubject = (
  deps: Deps,
  { attachment }: ScheduleRow,
  sender: AbsentCaller,
  report: SavedReportRow,
): Subject => {
  const { accountId, account, culture, name } = sender
  const path = `/reports/my/${report.id}` as const
  const ask = (reader: Parameters<typeof reportQuestion>[1]['reader'], of?: string) =>
    reportQuestion(deps, { reader, title: report.name, definition: ofTeamMember(storedDefinition(report), of) })
  return {
    name: report.name,
    noun: 'report',
    path,
    makeMail: async (link, signal, of) => {
      const question = await ask({ accountId, account, culture }, of)
      return reportMail(deps, { question, attachment, sender: name, link, of }, signal)
    },
    makeMessage: async (signal) => ({
      subject: report.name,
      paragraphs: await reportParagraphs(deps, await ask({ accountId, account, culture: account.culture }), signal),
      link: { label: 'Open report', path },
    }),
  }
}

/** Null when it is in the trash, not shared with its creator any more, or not included in the plan; it may become readable again. */
export const readSubject = async (deps: Deps, row: ScheduleRow, sender: AbsentCaller): Promise<Subject | null> => {
  if (row.report_id !== null) {
    const report = await readReport(deps, sender, row.report_id)
    return report && reportSubject(deps, row, sender, report)
  }
  const dashboard = await findOpenedDashboard(deps.db, sender, row.dashboard_id ?? '')
  if (!dashboard) return null
  const { name, id } = dashboard
  const path = `/dashboard/${id}` as const
  return {
    name,
    noun: 'dashboard',
    path,
    makeMail: (link, signal) => dashboardMail(deps, { caller: sender, dashboard, link }, signal),
    makeMessage: async (signal) => ({
      subject: name,
      paragraphs: await dashboardParagraphs(deps, sender, dashboard, signal),
      link: { label: 'Open dashboard', path },
    }),
  }
}
