import type { Notice } from '#server/modules/notifications/notify.ts'

interface Failure {
  readonly since: Date
  /** from then on nothing can be changed */
  readonly until: Date
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Told once for each time that payments stop. */
export const paymentFailedNotice = (accountId: number, { since, until }: Failure): Notice => ({
  accountId,
  kind: 'paymentProblem',
  to: 'billing',
  event: `payment-failed-${since.toISOString()}`,
  subject: 'Your payment did not go through',
  paragraphs: [
    'Your card was not charged, so your plan is not paid at present. It is tried again over the next days.',
    `Please check your card. Everything works as before until ${day.format(until)}; after that you can still read all of your numbers, but not change anything.`,
  ],
  link: { label: 'Go to Billing', path: '/billing' },
})
