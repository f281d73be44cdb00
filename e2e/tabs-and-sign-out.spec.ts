import type { BrowserContext, Page } from '@playwright/test'
import { field } from './kit/actions.ts'
import { openSignedIn } from './kit/browser.ts'
import { tiles } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

const notice = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title })
const signInTitle = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign in' })
const chooseSignOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

/** Keeps the tab's only thread busy, as drawing a dashboard on a slow machine does. */
const keepBusy = (page: Page, milliseconds: number): Promise<void> =>
  page.evaluate((duration) => {
    const end = performance.now() + duration
    while (performance.now() < end);
  }, milliseconds)

const openTab = async (context: BrowserContext, path: string): Promise<Page> => {
  const tab = await context.newPage()
  await tab.goto(path)
  return tab
}

test('a tab that is opened while the signed-in one is busy gets its session', { tag: '@full' }, async ({
  page,
  context,
  api,
  enter,
}) => {
  const { session } = await api.register()
  await enter(session, '/')
  await expect(tiles(page).first()).toBeVisible()
  for (let time = 0; time < 3; time += 1) {
    const busy = keepBusy(page, 1_500)
    const other = await openTab(context, '/profile')
    await expect(other.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    await busy
    await other.close()
  }
})

test('a visitor without a signed-in tab is not kept waiting', { tag: '@full' }, async ({ page }) => {
  await page.goto('/sign-in')
  await expect(signInTitle(page)).toBeVisible()
  const waited = await page.evaluate(() => performance.now())
  expect(waited).toBeLessThan(5_000)
})

test('the theme reaches the other tabs', { tag: '@full' }, async ({ page, context, api, enter }) => {
  const { session } = await api.register()
  await enter(session, '/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  const other = await openTab(context, '/notifications')
  await expect(other.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  const scheme = other.locator('html')
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('switch', { name: 'Enable dark mode' }).press('Space')
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(other.getByRole('switch', { name: 'Enable dark mode' })).toBeChecked()
})

test('says in every tab why the session ended', { tag: '@full' }, async ({ page, context, api, enter }) => {
  const { session } = await api.register()
  await enter(session, '/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  const other = await openTab(context, '/notifications')
  await expect(other.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await chooseSignOut(page)
  await expect(signInTitle(page)).toBeVisible()
  await expect(notice(page, 'You were signed out')).toHaveCount(0)
  await expect(notice(other, 'You signed out in another tab.')).toBeVisible()
})

test('says that the user was inactive', { tag: '@full' }, async ({ page, api }) => {
  const { session } = await api.register()
  await page.clock.install()
  await openSignedIn(page, session, '/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await page.clock.fastForward('31:00')
  await expect(notice(page, 'You were inactive for 30 minutes.')).toBeVisible()
})

test('says that the access has changed', { tag: '@full' }, async ({ page, api, enter, server, watch }) => {
  watch.expectConsole(/status of 40[13]/, /could not be/)
  const { session, email } = await api.register()
  await enter(session, '/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await server.operate('account', email, '--roles', 'User')
  await page.getByRole('button', { name: 'Admin Settings' }).click()
  await page.getByRole('link', { name: /^Services/ }).click()
  await expect(notice(page, 'Your access has changed')).toBeVisible()
})

test('says that the session was ended elsewhere', { tag: '@full' }, async ({ page, api, enter, watch }) => {
  watch.expectConsole(/status of 40[01]/, /could not be/)
  const { session, email } = await api.register()
  await enter(session, '/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  const elsewhere = await api.signIn(email)
  await api.send('DELETE', '/user/sessions', { token: elsewhere.access_token })
  // The open page notices it with its next call.
  await expect(notice(page, 'It expired or was ended on another device.')).toBeVisible()
})

test('after signing out there is nothing to say, and a visitor of a closed page reads nothing', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/profile')
  await expect(signInTitle(page)).toBeVisible()
  await expect(page.getByRole('status')).toHaveCount(0)
})

test('two people are signed in in two tabs of one browser', async ({ page, context, api, enter }) => {
  const first = await api.register({ firstName: 'Noa' })
  const second = await api.register({ firstName: 'Ann' })
  const profile = (tab: Page) => tab.getByRole('button', { name: /^Profile menu/ })
  await enter(first.session, '/profile')
  await expect(profile(page)).toHaveAccessibleName(/Noa/)

  const other = await openTab(context, '/sign-in')
  await field(other, 'Email').fill(second.email)
  await field(other, 'Password').fill(second.password)
  await other.keyboard.press('Enter')
  await expect(profile(other)).toHaveAccessibleName(/Ann/)
  await other.reload()
  await expect(profile(other)).toHaveAccessibleName(/Ann/)
  await page.reload()
  await expect(profile(page)).toHaveAccessibleName(/Noa/)
})
