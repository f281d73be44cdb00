import type { FakeAnswer, FakeCall } from '#connectors/kit/fake-server.fixture.ts'
import { CHECKOUT_PLANS } from '#domain/plan.ts'
import type { CheckoutSession, Ledger, Subscription } from './ledger.fixture.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }

const page = (title: string, body: string): FakeAnswer => ({
  headers: HTML,
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>${title}</title><h1>${title}</h1>${body}</html>`,
})

const button = (action: string, label: string): string =>
  `<form method="post" action="${action}"><button>${label}</button></form>`

const goTo = (location: string): FakeAnswer => ({ status: 303, headers: { location }, body: '' })

const NOT_FOUND: FakeAnswer = { ...page('Not found', ''), status: 404 }

const checkoutPage = ({ id, cancel_url }: CheckoutSession, message: string): FakeAnswer =>
  page(
    'Pay for your plan',
    `<p role="status">${message}</p>${button(`/pay/${id}/pay`, 'Pay')}${button(`/pay/${id}/decline`, 'Pay with a card that is declined')}<a href="${cancel_url}">Back</a>`,
  )

const answerCheckout = ({ path }: FakeCall, ledger: Ledger): FakeAnswer => {
  const [, , id, act] = path.split('/')
  const session = ledger.sessions.find((known) => known.id === id)
  if (!session) return NOT_FOUND
  if (session.status === 'expired') return page('This page has expired', '')
  if (act === 'decline') return checkoutPage(session, 'Your card was declined.')
  if (act !== 'pay') return checkoutPage(session, '')
  ledger.pay(session)
  return goTo(session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id))
}

const PORTAL_ACTS = ['fail', 'settle', 'cancel', 'resume'] as const

const actOnPortal = (ledger: Ledger, subscription: Subscription, act: string): void => {
  const plan = CHECKOUT_PLANS.find((known) => known === act)
  if (plan) ledger.changePlan(subscription, plan)
  else if (act === 'fail') ledger.failPayment(subscription)
  else if (act === 'settle') ledger.settle(subscription)
  else if (act === 'cancel') ledger.cancelAtPeriodEnd(subscription)
  else if (act === 'resume') ledger.resume(subscription)
}

const answerPortal = ({ path, query, method }: FakeCall, ledger: Ledger): FakeAnswer => {
  const [, , customer = '', act = ''] = path.split('/')
  const returnUrl = query.get('return_url') ?? ''
  const here = (to: string): string => `/portal/${customer}/${to}?return_url=${encodeURIComponent(returnUrl)}`
  const subscription = ledger.subscriptions.find((known) => known.customer === customer && known.status !== 'canceled')
  if (method === 'POST' && subscription) {
    actOnPortal(ledger, subscription, act)
    return goTo(here(''))
  }
  const buttons = [...CHECKOUT_PLANS, ...PORTAL_ACTS].map((name) => button(here(name), name)).join('')
  return page('Manage your plan', `${buttons}<a href="${returnUrl}">Return</a>`)
}

const answerInvoice = ({ path }: FakeCall): FakeAnswer =>
  path.endsWith('/pdf')
    ? { headers: { 'content-type': 'application/pdf', 'content-disposition': 'attachment' }, body: '%PDF-1.4' }
    : page('Invoice', '')

/** Responds like the provider's hosted pages. */
export const answerPage = (call: FakeCall, ledger: Ledger): FakeAnswer => {
  if (call.path.startsWith('/pay/')) return answerCheckout(call, ledger)
  if (call.path.startsWith('/portal/')) return answerPortal(call, ledger)
  return call.path.startsWith('/invoice/') ? answerInvoice(call) : NOT_FOUND
}
