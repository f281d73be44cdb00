import { CHECKOUT_PLANS, type CheckoutPlan, stripePriceKey } from '#domain/plan.ts'

const MONTH_SECONDS = 30 * 86_400
const DAY_SECONDS = 86_400
/** Cents per month. */
const PRICES: Readonly<Record<CheckoutPlan, number>> = {
  Micro: 2_900,
  Boutique: 7_900,
  Estate: 14_900,
  Reserve: 29_900,
}

export interface Price {
  readonly id: string
  readonly object: 'price'
  readonly lookup_key: string
  readonly unit_amount: number
  readonly currency: string
  readonly active: boolean
  readonly recurring: { readonly interval: 'month' }
  readonly metadata: Readonly<Record<string, string>>
}

export interface Customer {
  readonly id: string
  readonly object: 'customer'
  readonly name: string
  readonly email: string
  readonly metadata: Readonly<Record<string, string>>
}

export interface CheckoutSession {
  readonly id: string
  readonly object: 'checkout.session'
  readonly customer: string
  readonly client_reference_id: string | null
  readonly created: number
  readonly expires_at: number
  readonly url: string | null
  readonly success_url: string
  readonly cancel_url: string
  readonly metadata: Readonly<Record<string, string>>
  readonly price: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  subscription: string | null
}

export interface Subscription {
  readonly id: string
  readonly object: 'subscription'
  readonly customer: string
  readonly created: number
  metadata: Readonly<Record<string, string>>
  status: 'active' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'paused' | 'trialing'
  cancel_at: number | null
  cancel_at_period_end: boolean
  ended_at: number | null
  items: { object: 'list'; data: { id: string; price: Price; current_period_end: number }[] }
}

export interface StripeInvoice {
  readonly id: string
  readonly object: 'invoice'
  readonly number: string
  readonly customer: string
  readonly created: number
  readonly total: number
  readonly amount_due: number
  readonly currency: string
  readonly hosted_invoice_url: string
  readonly invoice_pdf: string
  status: 'paid' | 'open' | 'void'
}

export interface StripeEvent {
  readonly id: string
  readonly object: 'event'
  readonly type: string
  readonly created: number
  readonly data: { readonly object: object }
}

interface LedgerOptions {
  /** epoch milliseconds */
  readonly now: () => number
  readonly url: () => string
  readonly onEvent: (event: StripeEvent) => void
}

/** The provider's state and the events that change it. Times are epoch seconds, amounts cents. */
export const createLedger = ({ now, url, onEvent }: LedgerOptions) => {
  const prices: readonly Price[] = CHECKOUT_PLANS.map((plan) => ({
    id: `price_${plan.toLowerCase()}`,
    object: 'price',
    lookup_key: stripePriceKey(plan),
    unit_amount: PRICES[plan],
    currency: 'usd',
    active: true,
    recurring: { interval: 'month' },
    metadata: { plan },
  }))
  const customers: Customer[] = []
  const sessions: CheckoutSession[] = []
  const subscriptions: Subscription[] = []
  const invoices: StripeInvoice[] = []
  let count = 0

  const nextId = (kind: string): string => {
    count += 1
    return `${kind}_${String(count).padStart(6, '0')}`
  }
  const seconds = (): number => Math.floor(now() / 1_000)

  const emitEvent = (type: string, object: object): void =>
    onEvent({ id: nextId('evt'), object: 'event', type, created: seconds(), data: { object: structuredClone(object) } })

  const priceOf = (plan: CheckoutPlan): Price => {
    const price = prices.find(({ lookup_key }) => lookup_key === stripePriceKey(plan))
    if (!price) throw new Error(`no price for ${plan}`)
    return price
  }

  const addInvoice = (customer: string, { unit_amount, currency }: Price, status: StripeInvoice['status']) => {
    const id = nextId('in')
    const page = `${url()}/invoice/${id}`
    const number = `CUVEE-${String(invoices.length + 1).padStart(4, '0')}`
    const amounts = { total: unit_amount, amount_due: status === 'paid' ? 0 : unit_amount, currency }
    const invoice: StripeInvoice = {
      id,
      object: 'invoice',
      number,
      customer,
      created: seconds(),
      ...amounts,
      hosted_invoice_url: page,
      invoice_pdf: `${page}/pdf`,
      status,
    }
    invoices.unshift(invoice)
    emitEvent(status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  }

  const subscribe = (customer: string, price: Price): Subscription => {
    const item = { id: nextId('si'), price, current_period_end: seconds() + MONTH_SECONDS }
    const subscription: Subscription = {
      id: nextId('sub'),
      object: 'subscription',
      customer,
      created: seconds(),
      metadata: {},
      status: 'active',
      cancel_at: null,
      cancel_at_period_end: false,
      ended_at: null,
      items: { object: 'list', data: [item] },
    }
    subscriptions.unshift(subscription)
    emitEvent('customer.subscription.created', subscription)
    addInvoice(customer, price, 'paid')
    return subscription
  }

  const update = (subscription: Subscription, change: Partial<Subscription>): void => {
    Object.assign(subscription, change)
    emitEvent(
      subscription.status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated',
      subscription,
    )
  }

  const priceIn = ({ items }: Subscription): Price => items.data[0]?.price ?? priceOf('Micro')

  return {
    prices,
    customers,
    sessions,
    subscriptions,
    invoices,
    addCustomer: (given: Pick<Customer, 'name' | 'email' | 'metadata'>): Customer => {
      const customer: Customer = { id: nextId('cus'), object: 'customer', ...given }
      customers.push(customer)
      return customer
    },
    openSession: (
      given: Pick<
        CheckoutSession,
        'customer' | 'client_reference_id' | 'success_url' | 'cancel_url' | 'metadata' | 'price'
      >,
    ): CheckoutSession => {
      const id = nextId('cs_test')
      const session: CheckoutSession = {
        id,
        object: 'checkout.session',
        ...given,
        created: seconds(),
        expires_at: seconds() + DAY_SECONDS,
        url: `${url()}/pay/${id}`,
        status: 'open',
        payment_status: 'unpaid',
        subscription: null,
      }
      sessions.unshift(session)
      return session
    },
    /** The card is charged. */
    pay: (session: CheckoutSession): void => {
      const price = prices.find(({ id }) => id === session.price)
      if (session.status !== 'open' || !price) return
      const { id } = subscribe(session.customer, price)
      Object.assign(session, { status: 'complete', payment_status: 'paid', subscription: id })
      emitEvent('checkout.session.completed', session)
    },
    subscribe: (customer: string, plan: CheckoutPlan): Subscription => subscribe(customer, priceOf(plan)),
    changePlan: (subscription: Subscription, plan: CheckoutPlan): void => {
      const data = subscription.items.data.map((item) => ({ ...item, price: priceOf(plan) }))
      update(subscription, { items: { object: 'list', data } })
    },
    failPayment: (subscription: Subscription): void => {
      addInvoice(subscription.customer, priceIn(subscription), 'open')
      update(subscription, { status: 'past_due' })
    },
    settle: (subscription: Subscription): void => {
      for (const invoice of invoices) if (invoice.customer === subscription.customer) invoice.status = 'paid'
      update(subscription, { status: 'active' })
    },
    cancelAtPeriodEnd: (subscription: Subscription): void => update(subscription, { cancel_at_period_end: true }),
    resume: (subscription: Subscription): void => update(subscription, { cancel_at_period_end: false }),
    cancel: (subscription: Subscription): void => update(subscription, { status: 'canceled', ended_at: seconds() }),
    update,
  }
}

export type Ledger = ReturnType<typeof createLedger>
