import type { BrowserContext, Page } from '@playwright/test'
import { field } from './kit/actions.ts'
import { expect, test } from './kit/test.ts'

const notice = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title })
const signInTitle = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign in' })
const chooseSignOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

const openTab = async (context: BrowserContext, path: string): Promise<Page> => {
  const tab = await context.newPage()
  await tab.goto(path)
  return tab
}

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
