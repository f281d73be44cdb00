import { expect, type Page } from '@playwright/test'
import { withResponse } from './account-screens.ts'
import { field } from './actions.ts'
import { DIALOG, type Screen } from './screen.ts'

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
  { name: 'users', persona: 'winery', path: USERS, open: openMenu },
  {
    name: 'users-none-found',
    persona: 'winery',
    path: `${USERS}?q=nobody`,
    open: (page) => expect(page.getByRole('button', { name: 'Clear search' })).toBeVisible(),
  },
  { name: 'user-roles', part: DIALOG, persona: 'winery', path: USERS, open: fromMenu('Change roles') },
  {
    name: 'add-user-with-messages',
    part: DIALOG,
    persona: 'winery',
    path: USERS,
    open: async (page) => {
      await page.getByRole('button', { name: 'Add user' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add a user' })
      await dialog.getByRole('checkbox', { name: 'User', exact: true }).uncheck()
      await dialog.getByRole('button', { name: 'Add user' }).click()
      await expect(dialog.getByText('Choose at least one role')).toBeVisible()
    },
  },
  {
    name: 'invitations',
    persona: 'winery',
    path: '/admin/invitations',
    open: (page) => expect(page.getByRole('table', { name: 'Invitations' })).toBeVisible(),
  },
  {
    name: 'invite-with-messages',
    part: DIALOG,
    persona: 'winery',
    path: '/admin/invitations',
    open: async (page) => {
      await page.getByRole('button', { name: 'Invite colleagues' }).click()
      await field(page, 'Email addresses').fill('nobody')
      await page.getByRole('button', { name: 'Send invitation' }).click()
      await expect(page.getByText('nobody isn’t a valid email address')).toBeVisible()
    },
  },
  {
    name: 'invitations-empty',
    persona: 'connected',
    path: '/admin/invitations',
    open: (page) => expect(page.getByRole('heading', { name: 'No invitations yet' })).toBeVisible(),
  },
  {
    name: 'security',
    persona: 'winery',
    path: '/security',
    open: (page) => expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible(),
  },
  {
    name: 'sign-on-settings',
    part: '#single-sign-on',
    persona: 'winery',
    path: '/security',
    open: async (page) => {
      await page.getByRole('button', { name: 'Set up single sign-on' }).click()
      await expect(page.getByRole('button', { name: 'Save provider' })).toBeVisible()
    },
  },
  {
    name: 'sign-on-saml',
    part: '#single-sign-on',
    persona: 'winery',
    path: '/security',
    open: async (page) => {
      await page.getByRole('button', { name: 'Set up single sign-on' }).click()
      await page.getByRole('combobox', { name: 'Provider', exact: true }).click()
      await page.getByRole('option', { name: 'SAML 2.0 provider' }).click()
      await expect(field(page, 'Metadata of the provider')).toBeVisible()
    },
  },
  {
    name: 'profile',
    persona: 'winery',
    path: '/profile',
    open: async (page) => {
      await expect(page.getByRole('listitem').filter({ hasText: 'This session' })).toBeVisible()
      await field(page, 'First name').fill('')
      await expect(page.getByText('Enter your first and last name')).toBeVisible()
      await page.getByRole('button', { name: 'Change email address' }).click()
    },
  },
  {
    name: 'profile-without-email',
    persona: 'newcomer',
    path: '/profile',
    open: async (page) => {
      const user = await page.evaluate(() => JSON.parse(sessionStorage.getItem('user') ?? 'null'))
      const email = 'user-0199c0de-0000-7000-8000-000000000000@no-email.invalid'
      await withResponse(page, `/user/${user.id}`, { email, emailVerified: false }, () =>
        expect(page.getByText('You have no email address', { exact: true })).toBeVisible(),
      )
    },
  },
  {
    name: 'crop-photo',
    part: DIALOG,
    persona: 'winery',
    path: '/profile',
    open: async (page) => {
      await page.locator('input[type="file"]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL })
      await inDialog(page, 'Crop your photo')
    },
  },
  {
    name: 'change-password',
    persona: 'winery',
    path: '/change-password',
    open: async (page) => {
      await field(page, 'New password').fill('vine 2026')
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByText('This field is required').first()).toBeVisible()
    },
  },
]
