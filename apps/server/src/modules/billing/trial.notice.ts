import type { NewNotification } from '#server/modules/notifications/index.ts'

/** Days before the end of a trial at which it is told of, and the end itself. */
export const TRIAL_NOTICE_DAYS = [7, 3, 1, 0] as const

interface Trial {
  readonly accountId: number
  /** at most the first of the days above; 0: it has ended */
  readonly daysLeft: number
  readonly endsAt: Date
}

const link = { label: 'Choose a plan', path: '/billing' } as const

/** The notice whose day came last: whoever was not told of an earlier one is told of this one only. */
const dayOf = (daysLeft: number): number => Math.min(...TRIAL_NOTICE_DAYS.filter((day) => daysLeft <= day))

const whenOf = (daysLeft: number): string => (daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`)

export const trialNotice = ({ accountId, daysLeft, endsAt }: Trial): NewNotification => ({
  accountId,
  kind: 'trialEnding',
  to: 'billing',
  // A trial that was made longer is told of anew.
  event: `trial-${endsAt.toISOString()}-${dayOf(daysLeft)}`,
  ...(daysLeft === 0
    ? {
        subject: 'Your trial has ended',
        paragraphs: [
          'You can still view your dashboards and reports and export your data. To make changes, choose a plan.',
        ],
      }
    : {
        subject: `Your trial ends ${whenOf(daysLeft)}`,
        paragraphs: [
          'Choose a plan to keep everything working. Without one, you can still view and export your data, but you can’t make changes.',
        ],
      }),
  link,
})
