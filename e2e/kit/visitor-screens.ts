import { expect, type Page } from '@playwright/test'
import { field, openMailedLink } from './actions.ts'
import type { Screen } from './screen.ts'

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
  { name: 'sign-in', persona: 'visitor', path: '/sign-in', open: title },
  { name: 'single-sign-on', persona: 'visitor', path: '/single-sign-on', open: title },
  { name: 'register', persona: 'visitor', path: '/register', open: title },
  {
    name: 'register-with-messages',
    persona: 'visitor',
    path: '/register',
    open: async (page) => {
      await field(page, 'Email').fill('nobody')
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(page.getByText('This field must be a valid email')).toBeVisible()
    },
  },
  { name: 'forgot-password', persona: 'visitor', path: '/forgot-password', open: title },
  { name: 'reset-password', persona: 'visitor', path: '/reset-password?token=t&userId=u', open: title },
  {
    name: 'verify-email',
    persona: 'visitor',
    path: '/verify-email?token=t&userId=u',
    open: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  { name: 'undo-email-change', persona: 'visitor', path: '/undo-email-change?token=t&userId=u', open: title },
  { name: 'join-dead-link', persona: 'visitor', path: '/join', open: title },
  { name: 'join', persona: 'visitor', path: '/join', open: openInvitation },
  {
    name: 'join-with-messages',
    persona: 'visitor',
    path: '/join',
    isVariant: true,
    open: async (page) => {
      await openInvitation(page)
      await page.getByRole('button', { name: 'Join', exact: true }).click()
      await expect(page.getByText('This field is required').first()).toBeVisible()
    },
  },
  { name: 'not-found', persona: 'visitor', path: '/no/such/page', open: title },
  { name: 'unauthorized', persona: 'visitor', path: '/error/unauthorized', open: title },
]
