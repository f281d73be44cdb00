import type Stripe from 'stripe'
import { type Failure, fail } from '#contract/errors.ts'
import type { Env } from '#server/env.ts'
import { assertMayCallOut } from '#server/platform/outside-calls.ts'

/** Short, as a user waits for most responses. */
const TIMEOUT_MS = 6_000
const RETRY_AFTER_SECONDS = 30

type StripeEnv = Pick<Env, 'STRIPE_URL' | 'STRIPE_SECRET_KEY'>

const parseStripeUrl = (url: string | undefined) => {
  if (!url) return {}
  const { protocol, hostname, port } = new URL(url)
  const isHttps = protocol === 'https:'
  return { host: hostname, port: port || (isHttps ? '443' : '80'), protocol: isHttps ? 'https' : 'http' } as const
}

/** Null without a configured key. The SDK takes a third of a second to load, so it is loaded only when needed. */
export const stripeClient = async ({ STRIPE_URL, STRIPE_SECRET_KEY }: StripeEnv): Promise<Stripe | null> => {
  if (!STRIPE_SECRET_KEY) return null
  const { default: Sdk } = await import('stripe')
  // The SDK's own retries carry the same idempotency key.
  const options = { timeout: TIMEOUT_MS, maxNetworkRetries: 1, telemetry: false }
  return new Sdk(STRIPE_SECRET_KEY, { ...options, ...parseStripeUrl(STRIPE_URL) })
}

const readErrorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

/** The provider's response is missing or invalid. */
export const unavailable = (cause: unknown): Failure =>
  fail('billing.unavailable', { cause, retryAfter: RETRY_AFTER_SECONDS })

// A proxy may respond instead of the provider, and the SDK accepts any JSON.
const assertResponse = (answer: object): void => {
  if (!('object' in answer)) throw new Error('unexpected response of the payment provider')
}

/** Calls the provider and awaits its response. Errors: `billing.unavailable` for every failure. */
export const awaitResponse = async <T extends object | null>(ask: () => Promise<T>): Promise<T> => {
  assertMayCallOut('payment provider')
  try {
    const answer = await ask()
    if (answer !== null) assertResponse(answer)
    return answer
  } catch (cause) {
    throw unavailable(cause)
  }
}

/** The same for objects that may not exist. */
export const awaitResponseIfAny = async <T extends object>(
  ask: () => Promise<T>,
  absent: readonly string[],
): Promise<T | null> => {
  const find = (): Promise<T | null> =>
    ask().catch((error: unknown) => {
      if (absent.includes(String(readErrorCode(error)))) return null
      throw error
    })
  return awaitResponse(find)
}

/** Whether a URL belongs to the provider, so that users may be redirected to it. */
export const isProviderPage = (page: string, stripeUrl: string | undefined): boolean => {
  const url = URL.parse(page)
  if (!url) return false
  if (stripeUrl) return url.origin === new URL(stripeUrl).origin
  return url.protocol === 'https:' && (url.hostname === 'stripe.com' || url.hostname.endsWith('.stripe.com'))
}
