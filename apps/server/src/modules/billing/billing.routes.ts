import { billing } from '#contract/billing.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { openRawRoute } from '#server/http/raw-route.ts'
import { confirmPayment, openCheckout, openPortal } from './pay.usecases.ts'
import { readAccountOfSubscription, readBilling } from './read-billing.usecases.ts'
import { receivePaymentEvent } from './refresh-billing.usecases.ts'

const calls = signedIn.billing

/** Signatures cover the raw bytes of the body. */
const webhookRoute = openRawRoute(
  billing.webhook,
  async ({ request, reply, deps }) => {
    const payload = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const signature = request.headers['stripe-signature']
    await receivePaymentEvent(deps, { payload, signature: typeof signature === 'string' ? signature : '' })
    return reply.send({ received: true })
  },
  { body: 'bytes' },
)

export const billingRoutes: RoutesOf<'billing'> = {
  get: calls.get.handler(({ context: { deps, caller } }) => readBilling(deps, caller.accountId)),
  checkout: calls.checkout.handler(async ({ input: { plan }, context: { deps, caller } }) => ({
    url: await openCheckout(deps, caller, plan),
  })),
  portal: calls.portal.handler(async ({ context: { deps, caller } }) => ({ url: await openPortal(deps, caller) })),
  confirm: calls.confirm.handler(({ input: { sessionId }, context: { deps, caller } }) =>
    confirmPayment(deps, caller, sessionId),
  ),
  webhook: webhookRoute,
}

/** The account endpoint that billing implements. */
export const subscriptionRoutes: Pick<RoutesOf<'account'>, 'findBySubscription'> = {
  findBySubscription: signedIn.account.findBySubscription.handler(({ input, context: { deps, caller } }) =>
    readAccountOfSubscription(deps, caller.accountId, input.id),
  ),
}
