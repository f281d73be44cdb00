import { DAY_MS } from '#domain/clock.ts'
import { type Db, inTransaction, unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { scheduledJob } from '#server/jobs/job.ts'
import { trialDaysLeft } from '#server/modules/accounts/index.ts'
import { type NewNotification, notify } from '#server/modules/notifications/index.ts'

/** Days before the end of a trial at which a notification is sent; 0 is the end itself. */
const TRIAL_NOTICE_DAYS = [7, 3, 1, 0] as const

interface Trial {
  readonly accountId: number
  /** at most the first of `TRIAL_NOTICE_DAYS`; 0: the trial has ended */
  readonly daysLeft: number
  readonly endsAt: Date
}

const link = { label: 'Choose a plan', path: '/billing' } as const

/** The most recent notification day, so that missed earlier ones are skipped. */
const noticeDayFor = (daysLeft: number): number => Math.min(...TRIAL_NOTICE_DAYS.filter((day) => daysLeft <= day))

const formatWhen = (daysLeft: number): string => (daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`)

const trialNotice = ({ accountId, daysLeft, endsAt }: Trial): NewNotification => ({
  accountId,
  kind: 'trialEnding',
  to: 'billing',
  // The key contains the end, so an extended trial is notified again.
  event: `trial-${endsAt.toISOString()}-${noticeDayFor(daysLeft)}`,
  ...(daysLeft === 0
    ? {
        subject: 'Your trial has ended',
        paragraphs: [
          'You can still view your dashboards and reports and export your data. To make changes, choose a plan.',
        ],
      }
    : {
        subject: `Your trial ends ${formatWhen(daysLeft)}`,
        paragraphs: [
          'Choose a plan to keep everything working. Without one, you can still view and export your data, but you can’t make changes.',
        ],
      }),
  link,
})

interface Failure {
  readonly since: Date
  /** when the account becomes read-only */
  readonly until: Date
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Sent once per payment failure. */
export const paymentFailedNotice = (accountId: number, { since, until }: Failure): NewNotification => ({
  accountId,
  kind: 'paymentProblem',
  to: 'billing',
  event: `payment-failed-${since.toISOString()}`,
  subject: 'Your payment didn’t go through',
  paragraphs: [
    'We couldn’t charge your card, so your plan is past due. We’ll try again over the next few days.',
    `Check your card details. Everything keeps working until ${day.format(until)}. After that, you can still view your data, but you can’t make changes.`,
  ],
  link: { label: 'Go to Billing', path: '/billing' },
})

/** An end longer ago is not notified, as after a long downtime. */
const LATEST_DAYS = 2

/** Trials of all accounts that end within the first notification's days or have just ended. */
const findEndingTrials = (db: Db, now: number) =>
  unscoped(db)
    .selectFrom('accounts')
    .select(['id', 'is_trial', 'trial_expires_at'])
    .where('is_trial', '=', true)
    .where('deleted_at', 'is', null)
    .where('trial_expires_at', '>', new Date(now - LATEST_DAYS * DAY_MS))
    .where('trial_expires_at', '<=', new Date(now + TRIAL_NOTICE_DAYS[0] * DAY_MS))
    .execute()

/** Notifies of trials that end soon or have ended, once per notification day. */
export const trialNoticesJob = scheduledJob({ name: 'trial-notices', schedule: '20 * * * *' }, async (deps: Deps) => {
  const now = deps.clock.now()
  for (const row of await findEndingTrials(deps.db, now)) {
    const daysLeft = trialDaysLeft(row, now)
    if (daysLeft === null || row.trial_expires_at === null) continue
    const notice = trialNotice({ accountId: row.id, daysLeft, endsAt: row.trial_expires_at })
    await inTransaction(deps.db, (trx) => notify(deps, trx, notice))
  }
})
