import type { PlanState } from '#domain/plan.ts'
import { isPermitted } from '#domain/role.ts'
import { InvalidQuery } from '#semantic/query.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { scheduledJob } from '#server/jobs/job.ts'
import { insertMailFile } from '#server/mail/outbox.repo.ts'
import type { MailContent } from '#server/mail/templates/mail-page.ts'
import { invalidReportMail, trialOverMail } from '#server/mail/templates/scheduled-report.mail.ts'
import type { MailFile } from '#server/mail/transport.ts'
import { type NewNotification, type NotificationMessage, notify } from '#server/modules/notifications/index.ts'
import { isSyncing } from '#server/modules/services/index.ts'
import { type AbsentCaller, findAbsentCaller, fullName } from '#server/modules/users/index.ts'
import { defineEvent } from '#server/platform/events.ts'
import { latestDue, nextDue } from './next-due.ts'
import { readSubject, type Subject } from './schedule-subject.ts'
import {
  type ActiveUser,
  advanceSchedule,
  deleteDueSchedule,
  dueSchedules,
  findActiveUsers,
  mayReceive,
  type ScheduleRow,
} from './schedules.repo.ts'

/** A scheduled report or dashboard, without what names people, for channels of Slack and Teams. */
export const scheduleSent = defineEvent<{
  readonly accountId: number
  /** IDs of webhooks */
  readonly channels: readonly string[]
  readonly message: NotificationMessage
}>('schedules.sent')

interface Mail {
  readonly recipients: readonly string[]
  readonly content: MailContent
  readonly file: MailFile | null
}

interface Sending {
  readonly mails: readonly Mail[]
  /** what its channels get */
  readonly message?: NotificationMessage | null
  readonly isTrialNotice?: boolean
  /** the notification in the app */
  readonly notice?: Omit<NewNotification, 'accountId'>
}

/** Queues one email per recipient, those of one mail with one shared file. */
const queueMail = async (deps: Deps, trx: Db, accountId: number, { recipients, content, file }: Mail) => {
  const fileId = file && recipients.length > 0 ? deps.ids.next() : null
  if (file && fileId) await insertMailFile(trx, { id: fileId, accountId, at: new Date(deps.clock.now()), ...file })
  for (const to of recipients) await deps.mailer.queue(trx, { accountId, to, content, fileId })
}

/** Queues the emails, and what channels get. */
const queueAll = async (
  deps: Deps,
  trx: Db,
  { account_id: accountId, channels }: ScheduleRow,
  { mails, message, notice }: Sending,
) => {
  if (message) await deps.events.publish(trx, scheduleSent, { accountId, channels, message })
  for (const mail of mails) await queueMail(deps, trx, accountId, mail)
  if (notice) await notify(deps, trx, { accountId, ...notice })
}

/**
 * Advances the schedule and queues the emails in one transaction: a kill before the commit sends nothing, and of two
 * processes that built the same email only one advances the schedule.
 */
const settle = async (deps: Deps, row: ScheduleRow, timeZone: string, sending: Sending | null): Promise<void> => {
  const now = deps.clock.now()
  const to = new Date(nextDue(row, now, timeZone))
  const isReport = sending !== null && sending.isTrialNotice !== true
  const isTrialNotice = sending === null ? row.trial_notified : (sending.isTrialNotice ?? false)
  await inTransaction(deps.db, async (trx) => {
    const isAdvanced = await advanceSchedule(trx, row, { to, sentAt: isReport ? new Date(now) : null, isTrialNotice })
    if (isAdvanced && sending) await queueAll(deps, trx, row, sending)
  })
}

const stop = async (deps: Deps, row: ScheduleRow, notice: Sending['notice'] | null = null): Promise<void> => {
  deps.log.info({ scheduleId: row.id, accountId: row.account_id }, 'report schedule stopped')
  await inTransaction(deps.db, async (trx) => {
    const wasThere = await deleteDueSchedule(trx, row)
    if (wasThere && notice) await notify(deps, trx, { accountId: row.account_id, ...notice })
  })
}

/** How long an email waits for a running sync or import. */
const MAX_WAIT_MS = 2 * 3_600_000

const waitsForData = async ({ db, clock }: Deps, { account_id, next_due_at }: ScheduleRow): Promise<boolean> =>
  clock.now() - next_due_at.getTime() < MAX_WAIT_MS && (await isSyncing(db, account_id))

const subjectReady = ({ name, noun, path }: Subject, people: readonly ActiveUser[]) =>
  ({
    kind: 'reportReady',
    to: { userIds: people.map(({ id }) => id) },
    subject: `${name} is ready`,
    paragraphs: [`Your scheduled ${noun} ${name} was emailed to you.`],
    link: { label: `Open ${noun}`, path },
  }) as const

/** States in which only reads and billing work. */
const READ_ONLY: readonly PlanState[] = ['trialOver', 'paymentOverdue', 'ended']

interface Due {
  readonly sender: AbsentCaller
  readonly subject: Subject
  readonly people: readonly ActiveUser[]
  readonly link: string
}

const sendTrialNotice = async (deps: Deps, row: ScheduleRow, { sender, subject, people, link }: Due): Promise<void> => {
  const isTrial = sender.planState === 'trialOver'
  const { name: title, noun } = subject
  const content = trialOverMail({ title, noun, accountName: sender.account.name, isTrial, link })
  const recipients = people.map(({ email }) => email)
  const notice = row.trial_notified ? null : { mails: [{ recipients, content, file: null }], isTrialNotice: true }
  await settle(deps, row, sender.account.timeZone, notice)
}

/** One email for everyone, or one for each person with their own rows. */
const makeMails = async (row: ScheduleRow, { subject, people, link }: Due, signal: AbortSignal): Promise<Mail[]> => {
  if (!row.own_rows) {
    const mail = await subject.makeMail(link, signal)
    return [{ recipients: people.map(({ email }) => email), ...mail }]
  }
  const mails: Mail[] = []
  for (const person of people)
    mails.push({ recipients: [person.email], ...(await subject.makeMail(link, signal, fullName(person))) })
  return mails
}

const sendMail = async (deps: Deps, row: ScheduleRow, due: Due, signal: AbortSignal): Promise<void> => {
  const { sender, subject, people, link } = due
  try {
    const mails = await makeMails(row, due, signal)
    const message = row.channels.length === 0 ? null : await subject.makeMessage(signal)
    await settle(deps, row, sender.account.timeZone, {
      mails,
      message,
      notice: subjectReady(subject, people),
    })
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error
    const problems = error.problems.map(({ message }) => message)
    await stop(deps, row, {
      kind: 'reportNotSent',
      to: { userIds: [row.user_id] },
      subject: `${subject.name} is no longer being sent`,
      paragraphs: ['This report can’t be run as it’s currently set up. Edit it, then schedule it again.', ...problems],
      link: { label: 'Open report', path: subject.path },
      email: invalidReportMail({ title: subject.name, problems, link }),
    })
  }
}

/**
 * Sends a due report or dashboard to those of its recipients who may open reports now. Deletes the schedule when its creator has left or may no longer share,
 * or the report cannot be run. Skips this time while it is in the trash or not readable, or the trial has ended. Stays due while a sync
 * is running. Sent late, it has the dates of the time at which it was last due.
 */
const sendSchedule = async (deps: Deps, row: ScheduleRow, signal: AbortSignal): Promise<void> => {
  const { account_id: accountId, user_id: userId } = row
  const sender = await findAbsentCaller(deps.db, { accountId, userId }, deps.clock.now())
  if (!sender || !isPermitted(sender.roles, 'sharing')) return stop(deps, row)
  const dueAt = latestDue(row, { first: row.next_due_at.getTime(), now: deps.clock.now() }, sender.account.timeZone)
  const subject = await readSubject({ ...deps, clock: { now: () => dueAt } }, row, sender)
  const people = (await findActiveUsers(deps.db, accountId, row.recipients)).filter(mayReceive)
  const isUnaddressed = people.length + row.channels.length === 0
  if (subject === null || isUnaddressed) return settle(deps, row, sender.account.timeZone, null)
  const due = { sender, subject, people, link: `${deps.publicUrl}${subject.path}` }
  if (READ_ONLY.includes(sender.planState)) return sendTrialNotice(deps, row, due)
  if (await waitsForData(deps, row)) return
  await sendMail(deps, row, due, signal)
}

const BATCH = 100

const sendOne = async (deps: Deps, row: ScheduleRow, signal: AbortSignal): Promise<void> => {
  try {
    await sendSchedule(deps, row, signal)
  } catch (error) {
    signal.throwIfAborted()
    // It stays due, so the next run of the job retries it; other reports must not wait for it.
    deps.log.error({ err: error, scheduleId: row.id, accountId: row.account_id }, 'scheduled report failed')
  }
}

/** Sends every due report, one at a time to limit the load on warehouses. */
const sendDueReports = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  for (const row of await dueSchedules(deps.db, new Date(deps.clock.now()), BATCH)) {
    signal.throwIfAborted()
    await sendOne(deps, row, signal)
  }
}

export const sendDueReportsJob = scheduledJob(
  { name: 'send-due-reports', schedule: '*/3 * * * *' },
  (deps: Deps, { signal }) => sendDueReports(deps, signal),
)
