import type Stripe from 'stripe'
import { type Failure, fail } from '#contract/errors.ts'
import type { Env } from '#server/env.ts'

/** A person waits for most of the answers. */
const TIMEOUT_MS = 6_000
const RETRY_AFTER_SECONDS = 30

type StripeEnv = Pick<Env, 'STRIPE_URL' | 'STRIPE_SECRET_KEY'>

const addressOf = (url: string | undefined) => {
  if (!url) return {}
  const { protocol, hostname, port } = new URL(url)
  const isHttps = protocol === 'https:'
  return { host: hostname, port: port || (isHttps ? '443' : '80'), protocol: isHttps ? 'https' : 'http' } as const
}

/** Null where no key is set. The SDK takes a third of a second to load, so only those load it who have one. */
export const stripeClient = async ({ STRIPE_URL, STRIPE_SECRET_KEY }: StripeEnv): Promise<Stripe | null> => {
  if (!STRIPE_SECRET_KEY) return null
  const { default: Sdk } = await import('stripe')
  // What it repeats by itself carries the same idempotency key.
  const options = { timeout: TIMEOUT_MS, maxNetworkRetries: 1, telemetry: false }
  return new Sdk(STRIPE_SECRET_KEY, { ...options, ...addressOf(STRIPE_URL) })
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

/** The provider did not answer, or not as it should. */
export const unavailable = (cause: unknown): Failure =>
  fail('billing.unavailable', { cause, retryAfter: RETRY_AFTER_SECONDS })

// What stands before the provider may answer in its place, which the SDK takes for an answer when it is JSON.
const demandAnswer = (answer: object): void => {
  if (!('object' in answer)) throw new Error('the payment provider answered with something else')
}

/** Waits for the provider's answer. Errors: `billing.unavailable`, whatever it was. */
export const answerOf = async <T extends object | null>(asking: Promise<T>): Promise<T> => {
  try {
    const answer = await asking
    if (answer !== null) demandAnswer(answer)
    return answer
  } catch (cause) {
    throw unavailable(cause)
  }
}

/** The same for what may not exist. */
export const answerIfAny = async <T extends object>(
  asking: Promise<T>,
  absent: readonly string[],
): Promise<T | null> => {
  const found = asking.catch((error: unknown) => {
    if (absent.includes(String(codeOf(error)))) return null
    throw error
  })
  return answerOf(found)
}

/** Whether a page is the provider's own, so that people may be sent there. */
export const isProviderPage = (page: string, stripeUrl: string | undefined): boolean => {
  const url = URL.parse(page)
  if (!url) return false
  if (stripeUrl) return url.origin === new URL(stripeUrl).origin
  return url.protocol === 'https:' && (url.hostname === 'stripe.com' || url.hostname.endsWith('.stripe.com'))
}
