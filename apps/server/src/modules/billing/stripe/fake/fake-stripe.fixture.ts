import { createHmac } from 'node:crypto'
import {
  type FakeAnswer,
  type FakeCall,
  type FakeServer,
  startFakeServer,
} from '#connectors/kit/fake-server.fixture.ts'
import { createLedger, type Ledger, type StripeEvent } from './ledger.fixture.ts'
import { answerApi } from './stripe-calls.fixture.ts'
import { answerPage } from './stripe-pages.fixture.ts'

const KEY = 'sk_test_cuvee'
const WEBHOOK_SECRET = 'whsec_cuvee'

/** A fake Stripe on loopback: its API, its hosted pages and its events. */
export interface FakeStripe {
  readonly server: FakeServer
  readonly ledger: Ledger
  /** environment for a server to use it instead of the real one */
  readonly environment: Readonly<Record<'STRIPE_URL' | 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET', string>>
  /** all events so far, oldest first */
  readonly events: readonly StripeEvent[]
  /** Sets the URL to which events are posted. */
  sendEventsTo(url: string): void
  /** the signature header of a body, at a time in epoch seconds */
  sign(body: string, at: number, secret?: string): string
}

interface Answered {
  readonly body: string
  readonly answer: FakeAnswer
}

const REPEATED_OTHERWISE: FakeAnswer = {
  status: 400,
  body: { error: { type: 'idempotency_error', message: 'The key was used with other parameters' } },
}

const UNAUTHORIZED: FakeAnswer = {
  status: 401,
  body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } },
}

/** A repeated request with the same idempotency key gets the first response. */
const answerOnce = (kept: Map<string, Answered>, call: FakeCall, answer: () => FakeAnswer): FakeAnswer => {
  const key = call.headers['idempotency-key']
  if (call.method !== 'POST' || typeof key !== 'string') return answer()
  const known = kept.get(key)
  if (known) return known.body === call.body ? known.answer : REPEATED_OTHERWISE
  // A snapshot: the current state is available from the API.
  const first = structuredClone(answer())
  kept.set(key, { body: call.body, answer: first })
  return first
}

const signedHeader = (body: string, at: number, secret: string = WEBHOOK_SECRET): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

/** @param now epoch milliseconds */
export const startFakeStripe = async (now: () => number = Date.now): Promise<FakeStripe> => {
  const kept = new Map<string, Answered>()
  const events: StripeEvent[] = []
  let webhook: string | null = null
  let url = ''

  const deliver = async (event: StripeEvent): Promise<void> => {
    if (webhook === null) return
    const body = JSON.stringify(event)
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': signedHeader(body, Math.floor(now() / 1_000)),
    }
    await fetch(webhook, { method: 'POST', headers, body }).catch(() => undefined)
  }

  const ledger = createLedger({
    now,
    url: () => url,
    onEvent: (event) => {
      events.push(event)
      void deliver(event)
    },
  })
  const server = await startFakeServer({
    now,
    answer: (call) => {
      if (!call.path.startsWith('/v1/')) return answerPage(call, ledger)
      if (call.headers.authorization !== `Bearer ${KEY}`) return UNAUTHORIZED
      return answerOnce(kept, call, () => answerApi(call, ledger))
    },
  })
  url = server.url
  return {
    server,
    ledger,
    environment: { STRIPE_URL: url, STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET },
    events,
    sendEventsTo: (target) => {
      webhook = target
    },
    sign: signedHeader,
  }
}
