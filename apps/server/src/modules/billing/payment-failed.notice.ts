import type { NewNotification } from '#server/modules/notifications/index.ts'

interface Failure {
  readonly since: Date
  /** from then on nothing can be changed */
  readonly until: Date
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Told once for each time that payments stop. */
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
