import { type FakeStripe, startFakeStripe } from '#server/modules/billing/stripe/fake/fake-stripe.fixture.ts'

export type Stripe = FakeStripe

/** A Stripe on loopback with nothing in it. */
export const startStripe = (): Promise<Stripe> => startFakeStripe()

/** From now on it tells the server what happens with its customers. */
export const tellServer = (stripe: Stripe, serverUrl: string): void =>
  stripe.sendEventsTo(`${serverUrl}/api/billing/stripe/webhook`)
