import type { Page } from '@playwright/test'
import { STORED_KEYS } from '#web/api/session/stored-session.ts'
import { field, fillIn, signInOnPage } from './kit/actions.ts'
import { openSignedIn } from './kit/browser.ts'
import { tiles, toast } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

const storedKeys = (page: Page): Promise<string[]> =>
  page.evaluate((keys) => keys.filter((key) => sessionStorage.getItem(key) !== null), Object.values(STORED_KEYS))

/** Makes the tab's token look expired and reloads the page. */
const reloadWithExpiredToken = async (page: Page): Promise<void> => {
  await page.evaluate((key) => sessionStorage.setItem(key, '1'), STORED_KEYS.tokenExpiry)
  await page.reload()
}

const notice = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title })

const expectSignedOut = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveURL(/\/sign-in(\?|$)/)
  expect(await storedKeys(page)).toEqual([])
}

test('signs in with Tab and Enter only', async ({ page, api }) => {
  const { email, password } = await api.register()
  await page.goto('/sign-in')
  await expect(field(page, 'Email')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Cuvee Dashboard' })).toBeVisible()
})

test('reaches the button by keyboard with a visible focus at every stop', { tag: '@full' }, async ({ page, api }) => {
  const { email, password } = await api.register()
  await page.goto('/sign-in')
  await expect(field(page, 'Email')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(button).toBeFocused({ timeout: 100 })
  }).toPass({ timeout: 10_000 })
  await expect(button).not.toHaveCSS('outline-style', 'none')
  await page.keyboard.press('Enter')
  await expect(tiles(page).first()).toBeVisible()
})

test('opens the requested page with its query after signing in', async ({ page, api }) => {
  const { email, password } = await api.register()
  const requested = '/reports/orders/list?relativeDate=OrderDate-Last30Days'
  await page.goto(requested)
  await expect(page).toHaveURL(`/sign-in?redirect=${encodeURIComponent(requested)}`)
  await signInOnPage(page, email, password)
  await expect(page).toHaveURL(requested)
})

test('refreshes an expired token once and continues', async ({ page, api, enter }) => {
  const { session } = await api.register()
  await enter(session, '/admin/services')
  await expect(page.getByRole('heading', { name: 'No services yet' })).toBeVisible()
  const exchanges: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/token') exchanges.push(request.url())
  })
  await reloadWithExpiredToken(page)
  await expect(page.getByRole('heading', { name: 'No services yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Cuvee, home' }).click()
  await expect(tiles(page).first()).toBeVisible()
  expect(exchanges).toHaveLength(1)
})

test('a session revoked on the server leads to sign-in and clears the tab', { tag: '@full' }, async ({
  page,
  api,
  enter,
  watch,
}) => {
  // Security requirement 51.
  watch.expectConsole(/status of 40[01]/, /could not be refreshed/, /could not be loaded/)
  const { session } = await api.register()
  await enter(session, '/')
  await expect(tiles(page).first()).toBeVisible()
  await page.getByRole('link', { name: 'Cuvee, home' }).click()
  await page.goto('/admin/services')
  await expect(page.getByRole('heading', { name: 'No services yet' })).toBeVisible()
  await api.send('POST', '/account/sign-out', { token: session.access_token })
  await reloadWithExpiredToken(page)
  await expectSignedOut(page)
  await page.goBack()
  await expectSignedOut(page)
})

test('a session without a refresh token ends with the reason', async ({ page, api, enter, watch }) => {
  watch.expectConsole(/could not be refreshed/, /could not be loaded/, /Missing refresh token/)
  const { session } = await api.register()
  await enter(session, '/')
  await expect(tiles(page).first()).toBeVisible()
  await page.evaluate((key) => sessionStorage.removeItem(key), STORED_KEYS.refreshToken)
  await reloadWithExpiredToken(page)
  await expect(toast(page, 'Missing refresh token')).toBeVisible()
  await expectSignedOut(page)
})

test('signing out clears every tab, and Back leads to sign-in', async ({ page, context, api, enter }) => {
  // Security requirement 51.
  const { session } = await api.register()
  await enter(session, '/')
  await expect(tiles(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Hide sidebar' }).click()
  const other = await context.newPage()
  await other.goto('/admin/services')
  await expect(other.getByRole('heading', { name: 'No services yet' })).toBeVisible()

  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expectSignedOut(page)
  await expectSignedOut(other)
  await page.goBack()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(0)
  await page.goto('/')
  await expectSignedOut(page)
})

test('a role removed on the server ends the session at the next rejected call', { tag: '@full' }, async ({
  page,
  api,
  enter,
  server,
  watch,
}) => {
  watch.expectConsole(/status of 40[13]/)
  const { session, email } = await api.register()
  await enter(session, '/')
  await expect(tiles(page).first()).toBeVisible()
  await server.operate('account', email, '--roles', 'User')
  await page.getByRole('button', { name: 'Admin Settings' }).click()
  await page.getByRole('link', { name: /^Services/ }).click()
  await expectSignedOut(page)
  await expect(notice(page, 'Your access has changed')).toBeVisible()
})

const minutes = (count: number): number => count * 60_000

test('warns inactive users two minutes before signing them out after half an hour', { tag: '@full' }, async ({
  page,
  api,
}) => {
  const { session } = await api.register()
  await page.clock.install()
  await openSignedIn(page, session, '/admin/services')
  await expect(page.getByRole('heading', { name: 'No services yet' })).toBeVisible()
  const warning = page.getByRole('dialog', { name: 'Are you still there?' })

  await page.clock.fastForward(minutes(27))
  await expect(warning).toHaveCount(0)
  await page.clock.fastForward(minutes(1.5))
  await expect(warning).toBeVisible()
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(warning).toHaveCount(0)

  await page.clock.fastForward(minutes(28.5))
  await expect(warning).toBeVisible()
  await page.clock.fastForward(minutes(2))
  await expectSignedOut(page)
  await expect(notice(page, 'You were inactive for 30 minutes.')).toBeVisible()
  await expect(page).toHaveURL(`/sign-in?redirect=${encodeURIComponent('/admin/services')}`)
})

test('shows errors for wrong passwords and blank fields', async ({ page, api, watch }) => {
  watch.expectConsole(/status of 401/)
  const { email } = await api.register()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('This field is required')).toHaveCount(2)
  await fillIn(page, { Email: email, Password: 'Wrong&Pass1' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Invalid email or password')
  await expect(page).toHaveURL('/sign-in')
})
