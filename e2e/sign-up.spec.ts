import { field, fillIn, openMailedLink, signInOnPage } from './kit/actions.ts'
import { PASSWORD } from './kit/api.ts'
import { tile, tiles, waitForTiles } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

const OWNER = {
  'First name': 'Noa',
  'Last name': 'Keller',
  'Winery or business': 'Keller Hill',
  Password: PASSWORD,
  'Confirm password': PASSWORD,
}
const PASSWORD_RULE = 'Minimum 8 characters, at least 1 letter, 1 number and 1 special character'
const YELLOW = 'rgb(253, 243, 209)'
const REQUIRED = 'This field is required'

test('shows missing and invalid values next to their fields', async ({ page }) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Register' }).click()
  for (const label of ['Email', ...Object.keys(OWNER)]) {
    await expect(field(page, label), label).toHaveAccessibleDescription(new RegExp(REQUIRED))
  }
  const wrong: [label: string, value: string, message: string][] = [
    ['Email', 'nobody', 'This field must be a valid email'],
    ['Password', 'short', `${PASSWORD_RULE}.*${PASSWORD_RULE}`],
    ['Confirm password', 'another', 'Passwords must match'],
  ]
  for (const [label, value] of wrong) await fillIn(page, { [label]: value })
  await page.getByRole('button', { name: 'Register' }).click()
  for (const [label, , message] of wrong) {
    await expect(field(page, label), label).toHaveAccessibleDescription(new RegExp(message))
  }
})

test('shows a taken email next to its field', async ({ page, api, watch }) => {
  watch.expectConsole(/status of 409/)
  const { email } = await api.register()
  await page.goto('/register')
  await fillIn(page, { ...OWNER, Email: email })
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(field(page, 'Email')).toHaveAccessibleDescription('An account with this email already exists')
})

test('from registration to numbers in ten tiles, with sample data in one click', async ({ page }) => {
  test.slow()
  await page.goto('/register')
  await fillIn(page, { ...OWNER, Email: 'noa@kellerhill.example' })
  await page.getByRole('button', { name: 'Register' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Cuvee Dashboard' })).toBeVisible()
  await waitForTiles(page)
  await expect(page.getByText('No data yet. Connect a service.')).toHaveCount(9)
  await expect(tile(page, 'Logo')).toContainText('Keller Hill')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(
    `© ${new Date().toLocaleDateString('en-US', { year: 'numeric', timeZone: 'America/Los_Angeles' })} Cuvee Analytics. All rights reserved. Version 0.9.28`,
  )
  const notice = page.locator('[data-tone="warning"]').filter({ hasText: "You're almost ready to go" })
  await expect(notice).toHaveCSS('background-color', YELLOW)
  await expect(page.getByRole('region', { name: 'Set up your account' }).locator(notice)).toHaveCount(1)
  await expect(notice).toHaveCount(1)

  await page.getByRole('link', { name: 'No services are configured yet. Click to add a service.' }).click()
  await expect(page).toHaveURL('/admin/services')
  await page.getByRole('button', { name: 'Load sample data' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByText('Sync finished')).toBeVisible({ timeout: 60_000 })

  await page.getByRole('link', { name: 'Cuvee, home' }).click()
  await waitForTiles(page)
  for (const each of await tiles(page).all()) {
    await expect(each.getByRole('alert')).toHaveCount(0)
    if ((await each.getAttribute('aria-label')) !== 'Logo') await expect(each).toContainText(/\d/)
  }
  await expect(page.getByText('No data for this period')).toHaveCount(0)
  await expect(notice).toHaveCount(0)
})

test('the link in the verification email confirms the address', async ({ page, api, enter }) => {
  const { session, email } = await api.register()
  await enter(session, '/')
  const banner = page.getByText(`We sent a link to ${email}`)
  await expect(banner).toBeVisible()
  await openMailedLink(page, email, 'Confirm your email address')
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue to Cuvee' }).click()
  await expect(tiles(page).first()).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('resends the verification email, or shows the failure', { tag: '@full' }, async ({ page, api, enter, watch }) => {
  watch.expectConsole(/status of 500/)
  const { session } = await api.register()
  await enter(session, '/')
  const again = page.getByRole('button', { name: 'Resend email' })
  await again.click()
  await expect(page.getByText('Email sent')).toBeVisible()
  await page.route('**/api/user/request-email-verification', (route) => route.fulfill({ status: 500, json: {} }))
  await again.click()
  await expect(page.getByText('Unable to send email. Please try again later.')).toBeVisible()
})

test('resets a forgotten password by email, and rejects the old one', async ({ page, api, watch }) => {
  watch.expectConsole(/status of 401/)
  const { email } = await api.register()
  const renewed = 'Bottle#Shop21'
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // Sign-in has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await fillIn(page, { Email: email })
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  await openMailedLink(page, email, 'Choose a new password')
  await fillIn(page, { 'New password': renewed, 'Confirm new password': renewed })
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()

  await page.getByRole('link', { name: 'Sign in' }).click()
  await signInOnPage(page, email, PASSWORD)
  await expect(page.getByRole('alert')).toContainText('Invalid email or password')
  await signInOnPage(page, email, renewed)
  await expect(tiles(page).first()).toBeVisible()
})
