import type { Page } from '@playwright/test'
import { Account } from '#contract/account.ts'
import { expect, test } from './kit/test.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, plan: string) => page.getByRole('article', { name: plan })
const currentPlan = (page: Page) => region(page, 'Current plan')

const payFor = async (page: Page, plan: string): Promise<void> => {
  await card(page, plan)
    .getByRole('button', { name: `Choose ${plan}` })
    .click()
  await expect(page.getByRole('heading', { name: 'Pay for your plan' })).toBeVisible()
}

test('a trial becomes a plan: a declined card charges nothing, a valid card starts the plan', async ({
  page,
  api,
  enter,
  stripe,
}) => {
  const { session } = await api.register()
  await enter(session, '/billing')
  await expect(card(page, 'Reserve').getByText('Your trial')).toBeVisible()
  await expect(card(page, 'Estate').getByText('$149')).toBeVisible()

  await payFor(page, 'Estate')
  await page.getByRole('button', { name: 'Pay with a card that is declined' }).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByText('You weren’t charged')).toBeVisible()
  await expect(currentPlan(page).getByText('in 14 days')).toBeVisible()

  await payFor(page, 'Estate')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Estate' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Billing' }).click()
  await expect(card(page, 'Estate').getByText('Your plan')).toBeVisible()
  await expect(currentPlan(page).getByText(/^\$149\.00 on /)).toBeVisible()
  const invoice = page.getByRole('row').filter({ hasText: 'CUVEE-' })
  await expect(invoice).toContainText('$149.00')
  await expect(invoice.getByRole('link', { name: /^Download invoice/ })).toHaveAttribute(
    'href',
    new RegExp(`^${stripe.server.url}/`),
  )
})

test('shows plan changes, failed payments and cancellations made on the provider’s page', { tag: '@full' }, async ({
  page,
  api,
  enter,
}) => {
  const { session } = await api.register()
  await enter(session, '/billing')
  await payFor(page, 'Micro')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('link', { name: 'Go to Billing' }).click()

  const atProvider = async (...acts: string[]): Promise<void> => {
    await page.getByRole('button', { name: 'Manage payment' }).click()
    for (const act of acts) await page.getByRole('button', { name: act, exact: true }).click()
    await page.getByRole('link', { name: 'Return' }).click()
  }

  await atProvider('Boutique')
  await expect(card(page, 'Boutique').getByText('Your plan')).toBeVisible()

  await atProvider('fail')
  await expect(page.getByRole('alert').getByText('Your last payment didn’t go through')).toBeVisible()
  await expect(currentPlan(page).getByText('Payment failed')).toBeVisible()
  await page.goto('/notifications')
  await expect(page.getByRole('status').getByText('Your last payment didn’t go through')).toBeVisible()
  await page.getByRole('link', { name: 'Check your card' }).click()
  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible()

  await atProvider('settle', 'cancel')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(currentPlan(page).getByText('Canceled, active until')).toBeVisible()
})

test('security 43: a forged return URL grants nothing', async ({ page, api, enter, watch }) => {
  watch.expectConsole(/status of 404/)
  const { session } = await api.register()
  await page.goto('/billing/stripe/return?session_id=cs_test_forged')
  await expect(page.getByRole('heading', { name: 'Sign in to see your payment' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/sign-in?redirect=%2Fbilling%2Fstripe%2Freturn%3Fsession_id%3Dcs_test_forged')
  await enter(session, '/billing/stripe/return?session_id=cs_test_forged')
  await expect(page.getByRole('heading', { name: 'Payment not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Billing' }).click()
  await expect(currentPlan(page).getByText('in 14 days')).toBeVisible()
})

test('starts the plan even when the browser is closed after payment', { tag: '@full' }, async ({
  page,
  api,
  enter,
  stripe,
}) => {
  const { session } = await api.register()
  await enter(session, '/billing')
  await payFor(page, 'Boutique')
  const open = stripe.ledger.sessions.find(({ url }) => url === page.url())
  if (!open) throw new Error(`no session has the page ${page.url()}`)
  stripe.ledger.pay(open)
  await expect(async () => {
    const account = await api.call(Account, 'GET', '/account', { token: session.access_token })
    expect(account).toMatchObject({ accountType: 'Boutique', isTrial: false })
  }).toPass({ timeout: 15_000 })
})

test('an expired trial shows a notice on every page and links to the plans', { tag: '@full' }, async ({
  page,
  api,
  enter,
  server,
}) => {
  const { session } = await api.register()
  await server.operate('account', session.user.email, '--trial-ends', '2026-01-01')
  await enter(session, '/profile')
  await expect(page.getByRole('status').getByText('Your trial has ended')).toBeVisible()
  await page.getByRole('link', { name: 'Choose a plan' }).click()
  await expect(page.getByRole('alert').getByText('Your trial has ended')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose Micro' })).toBeEnabled()
})

test('after a trial, what would be refused is disabled and says why', { tag: '@full' }, async ({
  page,
  api,
  enter,
  server,
}) => {
  const { session } = await api.register()
  await server.operate('account', session.user.email, '--trial-ends', '2026-01-01')
  await enter(session, '/')
  for (const name of ['Add Widget', 'New Dashboard', 'Save'])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Add Widget' }).focus()
  const reason = 'Your trial has ended. Choose a plan to make changes.'
  await expect(page.getByRole('tooltip', { name: reason })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
