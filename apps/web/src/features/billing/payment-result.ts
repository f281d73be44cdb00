import type { CheckoutResult } from '#contract/billing.ts'

/** How often, and how many times, a payment that is on its way is asked after. */
export const LOOKS = { everyMs: 2_000, most: 15 } as const

/** Whether a value of the address may be the id of a payment; whose it is only the API knows. */
export const isPaymentId = (value: unknown): value is string =>
  typeof value === 'string' && /^cs_\w{1,250}$/.test(value)

/** @param looks how many answers there have been */
export const stillLooking = (last: CheckoutResult | undefined, looks: number): boolean =>
  last?.result === 'pending' && looks < LOOKS.most
