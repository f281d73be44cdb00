import { expect, type Page } from '@playwright/test'
import { field, openMailedLink } from './actions.ts'
import { type Screen, screen } from './screen.ts'

const title = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()

/** Receives the invitation that visitors accept. */
export const INVITED = 'dana.kim@winery.example'

/** Opens the form that the invitation link leads to. */
const openInvitation = async (page: Page): Promise<void> => {
  await openMailedLink(page, INVITED, 'You are invited to Cuvee')
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible()
}

/** Pages without a session. */
export const visitorScreens: readonly Screen[] = [
  screen('sign-in', 'visitor', '/sign-in', title),
  screen('single-sign-on', 'visitor', '/single-sign-on', title),
  screen('register', 'visitor', '/register', title),
  screen('register-with-messages', 'visitor', '/register', async (page) => {
    await field(page, 'Email').fill('nobody')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('This field must be a valid email')).toBeVisible()
  }),
  screen('forgot-password', 'visitor', '/forgot-password', title),
  screen('reset-password', 'visitor', '/reset-password?token=t&userId=u', title),
  screen('verify-email', 'visitor', '/verify-email?token=t&userId=u', (page) =>
    expect(page.getByRole('alert')).toBeVisible(),
  ),
  screen('undo-email-change', 'visitor', '/undo-email-change?token=t&userId=u', title),
  screen('join-dead-link', 'visitor', '/join', title),
  screen('join', 'visitor', '/join', openInvitation),
  screen('join-with-messages', 'visitor', '/join', { isVariant: true }, async (page) => {
    await openInvitation(page)
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await expect(page.getByText('This field is required').first()).toBeVisible()
  }),
  screen('not-found', 'visitor', '/no/such/page', title),
  screen('unauthorized', 'visitor', '/error/unauthorized', title),
]
