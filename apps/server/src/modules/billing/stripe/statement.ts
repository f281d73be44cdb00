import type Stripe from 'stripe'
import type { Invoice, PlanPrice } from '#contract/billing.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { toMajor } from '#domain/money.ts'
import { CHECKOUT_PLANS, planOfPriceKey, stripePriceKey } from '#domain/plan.ts'
import type { Statement } from './card-payments.ts'
import { awaitResponse, awaitResponseIfAny } from './stripe-client.ts'

const INVOICES_SHOWN = 24

type IsProviderPage = (page: string) => boolean

const toMoney = (minor: number, currency: string) => {
  const code = currency.toUpperCase()
  return { amount: toMajor(minor, code), currency: code }
}

const INTERVALS = ['month', 'year'] as const

const presentPrice = ({ lookup_key, unit_amount, currency, recurring }: Stripe.Price): PlanPrice[] => {
  const plan = planOfPriceKey(lookup_key)
  const interval = INTERVALS.find((known) => known === recurring?.interval)
  if (!plan || unit_amount === null || !interval) return []
  return [{ plan, interval, ...toMoney(unit_amount, currency) }]
}

const STATES: Readonly<Record<string, Invoice['status']>> = lookupTable({
  paid: 'paid',
  open: 'open',
  void: 'void',
  uncollectible: 'uncollectible',
})

/** Excludes drafts. */
const presentInvoice = (invoice: Stripe.Invoice, isProviderPage: IsProviderPage): Invoice[] => {
  const { id, number, created, total, currency, hosted_invoice_url, invoice_pdf } = invoice
  const status = STATES[invoice.status ?? '']
  if (!status || !id) return []
  const page = (url: string | null | undefined): string | null => (url && isProviderPage(url) ? url : null)
  const pages = { pageUrl: page(hosted_invoice_url), pdfUrl: page(invoice_pdf) }
  return [
    { id, number, status, dateUtc: new Date(created * 1_000).toISOString(), ...toMoney(total, currency), ...pages },
  ]
}

const readPrices = async (stripe: Stripe): Promise<PlanPrice[]> => {
  const lookup_keys = CHECKOUT_PLANS.map(stripePriceKey)
  const { data } = await awaitResponse(() => stripe.prices.list({ lookup_keys, active: true, limit: 10 }))
  return data.flatMap(presentPrice)
}

const readInvoices = async (stripe: Stripe, customer: string, isProviderPage: IsProviderPage): Promise<Invoice[]> => {
  const { data } = await awaitResponse(() => stripe.invoices.list({ customer, limit: INVOICES_SHOWN }))
  return data.flatMap((invoice) => presentInvoice(invoice, isProviderPage))
}

const readNext = async (stripe: Stripe, subscription: string): Promise<Statement['nextInvoice']> => {
  const preview = await awaitResponseIfAny(
    () => stripe.invoices.createPreview({ subscription }),
    ['invoice_upcoming_none', 'resource_missing'],
  )
  return preview && toMoney(preview.amount_due, preview.currency)
}

interface Payer {
  readonly customerId: string | null
  /** null: no upcoming invoice */
  readonly subscriptionId: string | null
}

export const readStatement = async (
  stripe: Stripe,
  { customerId, subscriptionId }: Payer,
  isProviderPage: IsProviderPage,
): Promise<Statement> => {
  const [prices, invoices, nextInvoice] = await Promise.all([
    readPrices(stripe),
    customerId ? readInvoices(stripe, customerId, isProviderPage) : [],
    subscriptionId ? readNext(stripe, subscriptionId) : null,
  ])
  return { prices, invoices, nextInvoice }
}
