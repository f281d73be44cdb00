import { z } from 'zod'
import { Failure } from '#contract/errors.ts'
import { isReadOnly } from '#domain/plan.ts'
import { isPermitted } from '#domain/role.ts'
import { InvalidQuery } from '#semantic/query.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { handleJob } from '#server/jobs/job.ts'
import { insertMailFile } from '#server/mail/outbox.repo.ts'
import type { MailContent } from '#server/mail/templates/mail-page.ts'
import { invalidReportMail, trialOverMail } from '#server/mail/templates/scheduled-report.mail.ts'
import type { MailFile } from '#server/mail/transport.ts'
import { type NewNotification, notify } from '#server/modules/notifications/index.ts'
import { reportQuestion } from '#server/modules/reports/index.ts'
import { readSavedReport, type SavedReportRow, storedDefinition } from '#server/modules/saved-reports/index.ts'
import { isSyncing } from '#server/modules/services/index.ts'
import { nextDue } from './next-due.ts'
import { reportMail } from './report-mail.ts'
import {
  type ActiveUser,
  advanceSchedule,
  deleteSchedule,
  dueSchedules,
  findActiveUsers,
  findSender,
  type ScheduleRow,
  type Sender,
} from './schedules.repo.ts'

type SendDeps = Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'warehouse' | 'tableFiles' | 'mailer' | 'publicUrl'>

interface Sending {
  readonly recipients: readonly string[]
  readonly content: MailContent
  readonly file?: MailFile | null
  readonly isTrialNotice?: boolean
  /** the notification in the app */
  readonly notice?: Omit<NewNotification, 'accountId'>
}

/** Queues one email per recipient, with one shared file. */
const queueMails = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'mailer' | 'publicUrl'>,
  trx: Db,
  accountId: number,
  { recipients, content, file, notice }: Sending,
) => {
  const fileId = file ? deps.ids.next() : null
  if (file && fileId) await insertMailFile(trx, { id: fileId, accountId, at: new Date(deps.clock.now()), ...file })
  for (const to of recipients) await deps.mailer.queue(trx, { accountId, to, content, fileId })
  if (notice) await notify(deps, trx, { accountId, ...notice })
}

/**
 * Advances the schedule and queues the emails in one transaction: a kill before the commit sends nothing, and of two
 * processes that built the same email only one advances the schedule.
 */
const settle = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'db' | 'mailer' | 'publicUrl'>,
  row: ScheduleRow,
  timeZone: string,
  sending: Sending | null,
): Promise<void> => {
  const now = deps.clock.now()
  const to = new Date(nextDue(row, now, timeZone))
  const isReport = sending !== null && sending.isTrialNotice !== true
  const isTrialNotice = sending === null ? row.told_of_trial : (sending.isTrialNotice ?? false)
  await inTransaction(deps.db, async (trx) => {
    const isAdvanced = await advanceSchedule(trx, row, { to, sentAt: isReport ? new Date(now) : null, isTrialNotice })
    if (isAdvanced && sending) await queueMails(deps, trx, row.account_id, sending)
  })
}

const stop = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'mailer' | 'publicUrl'>,
  row: ScheduleRow,
  notice: Sending['notice'] | null = null,
): Promise<void> => {
  deps.log.info({ scheduleId: row.id, accountId: row.account_id }, 'report schedule stopped')
  const ofReport = { accountId: row.account_id, reportId: row.report_id }
  await inTransaction(deps.db, async (trx) => {
    const wasThere = await deleteSchedule(trx, ofReport, row.id)
    if (wasThere && notice) await notify(deps, trx, { accountId: row.account_id, ...notice })
  })
}

/** Null when the report is in the trash or not included in the plan; it may become readable again. */
const readReport = async (
  deps: Pick<Deps, 'db'>,
  row: ScheduleRow,
  { accountType }: Sender,
): Promise<SavedReportRow | null> => {
  try {
    const reader = { accountId: row.account_id, userId: row.user_id, accountType }
    return await readSavedReport(deps, reader, row.report_id)
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return null
    throw error
  }
}

/** How long an email waits for a running sync or import. */
const MAX_WAIT_MS = 2 * 3_600_000

const waitsForData = async (
  { db, clock }: Pick<Deps, 'clock' | 'db'>,
  { account_id, next_due_at }: ScheduleRow,
): Promise<boolean> => clock.now() - next_due_at.getTime() < MAX_WAIT_MS && (await isSyncing(db, account_id))

/** The report as it was saved. */
const OWN_VIEW = { filters: [], dimensionFilters: [], includeClubOrders: true }

const makeMail = async (
  deps: Pick<Deps, 'clock' | 'warehouse' | 'tableFiles'>,
  row: ScheduleRow,
  { sender, report, link }: Due,
  signal: AbortSignal,
) => {
  const { account, ownCulture, first_name: firstName, last_name: lastName } = sender
  const reader = { accountId: row.account_id, account, culture: ownCulture ?? account.culture }
  const definition = storedDefinition(report)
  const question = await reportQuestion(deps, { reader, title: report.name, definition, options: OWN_VIEW })
  const name = `${firstName} ${lastName}`.trim()
  return reportMail(deps, { question, attachment: row.attachment, sender: name, link }, signal)
}

const reportReady = ({ name }: SavedReportRow, path: `/${string}`, people: readonly ActiveUser[]) =>
  ({
    kind: 'reportReady',
    to: { userIds: people.map(({ id }) => id) },
    subject: `${name} is ready`,
    paragraphs: [`Your scheduled report ${name} was emailed to you.`],
    link: { label: 'Open report', path },
  }) as const

interface Due {
  readonly sender: Sender
  readonly report: SavedReportRow
  readonly link: string
}

/**
 * Sends a due report to its active recipients. Deletes the schedule when its creator has left or may no longer share, or
 * the report cannot be run. Skips this time while the report is in the trash or the trial has ended. Stays due while a sync
 * is running.
 */
export const sendSchedule = async (deps: SendDeps, row: ScheduleRow, signal: AbortSignal): Promise<void> => {
  const { account_id: accountId, user_id: userId } = row
  const sender = await findSender(deps.db, { accountId, userId })
  if (!sender || !isPermitted(sender.roles, 'sharing')) return stop(deps, row)
  const { timeZone } = sender.account
  const report = await readReport(deps, row, sender)
  const people = await findActiveUsers(deps.db, accountId, row.recipients)
  if (report === null || people.length === 0) return settle(deps, row, timeZone, null)
  const recipients = people.map(({ email }) => email)
  const path = `/reports/my/${report.id}` as const
  const link = `${deps.publicUrl}${path}`
  if (isReadOnly(sender, deps.clock.now())) {
    const content = trialOverMail({
      title: report.name,
      accountName: sender.account.name,
      isTrial: sender.isTrial,
      link,
    })
    return settle(deps, row, timeZone, row.told_of_trial ? null : { recipients, content, isTrialNotice: true })
  }
  if (await waitsForData(deps, row)) return
  try {
    const { content, file } = await makeMail(deps, row, { sender, report, link }, signal)
    await settle(deps, row, timeZone, { recipients, content, file, notice: reportReady(report, path, people) })
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error
    const problems = error.problems.map(({ message }) => message)
    await stop(deps, row, {
      kind: 'reportNotSent',
      to: { userIds: [userId] },
      subject: `${report.name} is no longer being sent`,
      paragraphs: ['This report can’t be run as it’s currently set up. Edit it, then schedule it again.', ...problems],
      link: { label: 'Open report', path },
      email: invalidReportMail({ title: report.name, problems, link }),
    })
  }
}

const BATCH = 100

const sendOne = async (deps: SendDeps, row: ScheduleRow, signal: AbortSignal): Promise<void> => {
  try {
    await sendSchedule(deps, row, signal)
  } catch (error) {
    signal.throwIfAborted()
    // It stays due, so the next run of the job retries it; other reports must not wait for it.
    deps.log.error({ err: error, scheduleId: row.id, accountId: row.account_id }, 'scheduled report failed')
  }
}

/** Sends every due report, one at a time to limit the load on warehouses. */
export const sendDueReports = async (deps: SendDeps, signal: AbortSignal): Promise<void> => {
  for (const row of await dueSchedules(deps.db, new Date(deps.clock.now()), BATCH)) {
    signal.throwIfAborted()
    await sendOne(deps, row, signal)
  }
}

export const sendDueReportsJob = handleJob(
  {
    name: 'send-due-reports',
    schema: z.object({}),
    schedule: '*/3 * * * *',
  },
  (deps: SendDeps, _data, { signal }) => sendDueReports(deps, signal),
)
