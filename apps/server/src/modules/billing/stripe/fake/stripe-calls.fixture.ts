import type { FakeAnswer, FakeCall } from '#connectors/kit/fake-server.fixture.ts'
import type { CheckoutSession, Ledger } from './ledger.fixture.ts'

const list = (data: readonly object[], url: string) => ({ body: { object: 'list', data, has_more: false, url } })

const missing = (what: string): FakeAnswer => ({
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` } },
})

const orMissing = (found: object | undefined, what: string): FakeAnswer => (found ? { body: found } : missing(what))

const metadataIn = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? []
      return key ? [[key, value]] : []
    }),
  )

interface Asked {
  readonly call: FakeCall
  /** the id in the path, if any */
  readonly id: string
  readonly form: URLSearchParams
  readonly ledger: Ledger
}

const ofCustomer = <T extends { customer: string }>(rows: readonly T[], { call }: Asked): T[] =>
  rows.filter(({ customer }) => customer === call.query.get('customer'))

const expire = (session: CheckoutSession | undefined): CheckoutSession | undefined => {
  if (session) session.status = 'expired'
  return session
}

/** The API requests that the product uses, by method and path; `*` is an id. */
const CALLS: Readonly<Record<string, (asked: Asked) => FakeAnswer>> = {
  'POST /v1/customers': ({ form, ledger }) => {
    const customer = { name: form.get('name') ?? '', email: form.get('email') ?? '', metadata: metadataIn(form) }
    return { body: ledger.addCustomer(customer) }
  },
  'GET /v1/prices': ({ call, ledger }) => {
    const keys = [...call.query].filter(([name]) => name.startsWith('lookup_keys')).map(([, value]) => value)
    const found = ledger.prices.filter(({ lookup_key }) => keys.includes(lookup_key))
    return list(found, '/v1/prices')
  },
  'GET /v1/checkout/sessions': (asked) => {
    const status = asked.call.query.get('status')
    const own = ofCustomer(asked.ledger.sessions, asked)
    return list(
      own.filter((session) => status === null || session.status === status),
      '/v1/checkout/sessions',
    )
  },
  'POST /v1/checkout/sessions': ({ form, ledger }) => ({
    body: ledger.openSession({
      customer: form.get('customer') ?? '',
      client_reference_id: form.get('client_reference_id'),
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
      price: form.get('line_items[0][price]') ?? '',
      metadata: metadataIn(form),
    }),
  }),
  'GET /v1/checkout/sessions/*': ({ id, ledger }) =>
    orMissing(
      ledger.sessions.find((session) => session.id === id),
      'checkout.session',
    ),
  'POST /v1/checkout/sessions/*/expire': ({ id, ledger }) =>
    orMissing(expire(ledger.sessions.find((session) => session.id === id)), 'checkout.session'),
  'POST /v1/billing_portal/sessions': ({ form, call }) => {
    const customer = form.get('customer') ?? ''
    const returnUrl = encodeURIComponent(form.get('return_url') ?? '')
    const url = `http://${call.headers.host}/portal/${customer}?return_url=${returnUrl}`
    return { body: { id: 'bps_1', object: 'billing_portal.session', customer, url } }
  },
  'GET /v1/subscriptions': (asked) => list(ofCustomer(asked.ledger.subscriptions, asked), '/v1/subscriptions'),
  'POST /v1/subscriptions/*': ({ id, form, ledger }) => {
    const subscription = ledger.subscriptions.find((known) => known.id === id)
    const cancel_at_period_end = form.get('cancel_at_period_end') === 'true'
    if (subscription) ledger.update(subscription, { cancel_at_period_end, metadata: metadataIn(form) })
    return orMissing(subscription, 'subscription')
  },
  'DELETE /v1/subscriptions/*': ({ id, ledger }) => {
    const subscription = ledger.subscriptions.find((known) => known.id === id)
    if (subscription) ledger.cancel(subscription)
    return orMissing(subscription, 'subscription')
  },
  'GET /v1/invoices': (asked) => list(ofCustomer(asked.ledger.invoices, asked), '/v1/invoices'),
  'POST /v1/invoices/create_preview': ({ form, ledger }) => {
    const subscription = ledger.subscriptions.find(({ id }) => id === form.get('subscription'))
    const price = subscription?.items.data[0]?.price
    return orMissing(
      price && { object: 'invoice', amount_due: price.unit_amount, currency: price.currency },
      'subscription',
    )
  },
}

/** `GET /v1/subscriptions/sub_000001` is `GET /v1/subscriptions/*`. */
const ID = /(?<=\/)(?:cus|cs_test|sub|in)_\w+/

/** Responds like the provider's API. */
export const answerApi = (call: FakeCall, ledger: Ledger): FakeAnswer => {
  const [id = ''] = ID.exec(call.path) ?? []
  const answer = CALLS[`${call.method} ${call.path.replace(ID, '*')}`]
  return answer ? answer({ call, id, ledger, form: new URLSearchParams(call.body) }) : missing('call')
}
