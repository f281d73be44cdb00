import { expect, type Page } from '@playwright/test'
import { withResponse } from './account-screens.ts'
import { field } from './actions.ts'
import { DIALOG, type Screen, screen } from './screen.ts'

const USERS = '/admin/users'

const inDialog = (page: Page, name: string | RegExp) => expect(page.getByRole('dialog', { name })).toBeVisible()

const openMenu = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
}

const fromMenu = (choice: string) => async (page: Page) => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: choice }).click()
  await inDialog(page, /./)
}

/** An image of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
  'base64',
)

/** Screens of users, invitations and the own profile. */
export const peopleScreens: readonly Screen[] = [
  screen('users', 'winery', USERS, openMenu),
  screen('users-none-found', 'winery', `${USERS}?q=nobody`, (page) =>
    expect(page.getByRole('button', { name: 'Clear search' })).toBeVisible(),
  ),
  screen('user-roles', 'winery', USERS, { part: DIALOG }, fromMenu('Change roles')),
  screen('add-user-with-messages', 'winery', USERS, { part: DIALOG }, async (page) => {
    await page.getByRole('button', { name: 'Add user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a user' })
    await dialog.getByRole('checkbox', { name: 'User', exact: true }).uncheck()
    await dialog.getByRole('button', { name: 'Add user' }).click()
    await expect(dialog.getByText('Choose at least one role')).toBeVisible()
  }),
  screen('invitations', 'winery', '/admin/invitations', (page) =>
    expect(page.getByRole('table', { name: 'Invitations' })).toBeVisible(),
  ),
  screen('invite-with-messages', 'winery', '/admin/invitations', { part: DIALOG }, async (page) => {
    await page.getByRole('button', { name: 'Invite colleagues' }).click()
    await field(page, 'Email addresses').fill('nobody')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText('nobody isn’t a valid email address')).toBeVisible()
  }),
  screen('invitations-empty', 'connected', '/admin/invitations', (page) =>
    expect(page.getByRole('heading', { name: 'No invitations yet' })).toBeVisible(),
  ),
  screen('security', 'winery', '/security', (page) =>
    expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible(),
  ),
  screen('sign-on-settings', 'winery', '/security', { part: '#single-sign-on' }, async (page) => {
    await page.getByRole('button', { name: 'Set up single sign-on' }).click()
    await expect(page.getByRole('button', { name: 'Save provider' })).toBeVisible()
  }),
  screen('sign-on-saml', 'winery', '/security', { part: '#single-sign-on' }, async (page) => {
    await page.getByRole('button', { name: 'Set up single sign-on' }).click()
    await page.getByRole('combobox', { name: 'Provider', exact: true }).click()
    await page.getByRole('option', { name: 'SAML 2.0 provider' }).click()
    await expect(field(page, 'Metadata of the provider')).toBeVisible()
  }),
  screen('profile', 'winery', '/profile', async (page) => {
    await expect(page.getByRole('listitem').filter({ hasText: 'This session' })).toBeVisible()
    await field(page, 'First name').fill('')
    await expect(page.getByText('Enter your first and last name')).toBeVisible()
    await page.getByRole('button', { name: 'Change email address' }).click()
  }),
  screen('profile-without-email', 'newcomer', '/profile', async (page) => {
    const user = await page.evaluate(() => JSON.parse(sessionStorage.getItem('user') ?? 'null'))
    const email = 'user-0199c0de-0000-7000-8000-000000000000@no-email.invalid'
    await withResponse(page, `/user/${user.id}`, { email, emailVerified: false }, () =>
      expect(page.getByText('You have no email address', { exact: true })).toBeVisible(),
    )
  }),
  screen('crop-photo', 'winery', '/profile', { part: DIALOG }, async (page) => {
    await page.locator('input[type="file"]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL })
    await inDialog(page, 'Crop your photo')
  }),
  screen('change-password', 'winery', '/change-password', async (page) => {
    await field(page, 'New password').fill('vine 2026')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('This field is required').first()).toBeVisible()
  }),
]
