import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { field } from './kit/actions.ts'
import { createApi, type Member } from './kit/api.ts'
import { openSignedIn } from './kit/browser.ts'
import { toast } from './kit/dashboard.ts'
import { startServer } from './kit/server.ts'
import { expect, test } from './kit/test.ts'

/** The code of a later time step; each step's code counts once. */
const computeTotp = (secret: string, stepsLater = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsLater * 30_000 })

/** Sets up an authenticator app on the page that offers it. */
const setUp = async (page: Page) => {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await page.getByText('Can’t scan it?').locator('code').textContent()) ?? ''
  await page.getByLabel('Code from the app').fill(computeTotp(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  const shown = page.getByRole('status').filter({ hasText: 'Save your recovery codes' }).locator('pre')
  const codes = (await shown.textContent()) ?? ''
  await page.getByRole('button', { name: 'I saved them' }).click()
  return { secret, recoveryCodes: codes.split('\n') }
}

const isOnTop = (element: Element): boolean => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

const enterPassword = async (page: Page, { email, password }: Member): Promise<void> => {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
}

test('sets up an authenticator app, then signs in with password and code, or with a recovery code', async ({
  page,
  api,
  enter,
  watch,
}) => {
  watch.expectConsole(/status of 401/)
  const member = await api.register()
  await enter(member.session, '/security')
  const { secret, recoveryCodes } = await setUp(page)
  await expect(page.getByText('10 codes left')).toBeVisible()
  await expect(page.getByText('Your authenticator app is set up')).toBeVisible()
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  const signOutItem = page.getByRole('menuitem', { name: 'Sign out' })
  await expect(signOutItem).toBeVisible()
  expect(await signOutItem.evaluate(isOnTop), 'the menu is above the toast').toBe(true)
  await page.keyboard.press('Escape')
  await signOut(page)

  await enterPassword(page, member)
  const code = page.getByLabel('Code from your authenticator app')
  await code.fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'not valid' })).toBeVisible()
  await code.fill(computeTotp(secret, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Profile menu/ })).toBeVisible()
  await signOut(page)

  await enterPassword(page, member)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Profile menu/ })).toBeVisible()
})

test('a required second factor is set up before anything else opens', { tag: '@full' }, async ({
  page,
  api,
  enter,
  server,
  watch,
}) => {
  // Who joins an account by `joinAccount` has no dashboards there.
  watch.expectConsole(/status of 428/, /status of 404.*dashboards\/default/, /could not be loaded/)
  const owner = await api.register()
  const colleague = await api.register()
  await server.joinAccount(colleague.email, owner.accountId)
  await enter(owner.session, '/security')
  await setUp(page)
  await page.getByRole('switch', { name: 'Require two-step verification' }).click()
  await page.getByRole('button', { name: 'Require it' }).click()
  await expect(page.getByRole('switch', { name: 'Require two-step verification' })).toBeChecked()
  await page.goto('/admin/users')
  await expect(page.getByRole('row', { name: new RegExp(owner.email) })).toContainText('Two-step verification')

  await enter(await api.signIn(colleague.email), '/dashboards')
  await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible()
  await setUp(page)
  await expect(page.getByRole('button', { name: /^Profile menu/ })).toBeVisible()
})

test('an administrator sees where a user is signed in, and ends one session', { tag: '@full' }, async ({
  page,
  api,
  enter,
  server,
}) => {
  const owner = await api.register()
  const colleague = await api.register({ firstName: 'Carl', lastName: 'Cork' })
  await server.joinAccount(colleague.email, owner.accountId)
  const { access_token: token } = await api.signIn(colleague.email)
  await enter(owner.session, '/admin/users')
  await page.getByRole('button', { name: 'Actions for Carl Cork' }).click()
  await page.getByRole('menuitem', { name: 'Sessions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sessions of Carl Cork' })
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(toast(page, 'Carl Cork was signed out on that device')).toBeVisible()
  await expect(dialog.getByText('Carl Cork isn’t signed in anywhere.')).toBeVisible()
  expect((await fetch(`${server.url}/api/user`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
})

test('an administrator disables a user and enables them again', { tag: '@full' }, async ({
  page,
  api,
  enter,
  server,
}) => {
  const owner = await api.register()
  const colleague = await api.register({ firstName: 'Carl', lastName: 'Cork' })
  await server.joinAccount(colleague.email, owner.accountId)
  await enter(owner.session, '/admin/users')
  await page.getByRole('button', { name: 'Actions for Carl Cork' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('button', { name: 'Disable user' }).click()
  await expect(toast(page, 'Carl Cork was disabled')).toBeVisible()
  await expect(api.signIn(colleague.email)).rejects.toThrow('401')
  await page.getByRole('button', { name: 'Enable Carl Cork' }).click()
  await expect(toast(page, 'Carl Cork can sign in again')).toBeVisible()
  await api.signIn(colleague.email)
})

test('adds a passkey, and signs in with it alone and after the password', { tag: '@full' }, async ({
  page,
  context,
  watch,
}) => {
  watch.expectConsole(/status of 401/)
  // Browsers bind passkeys to a host name.
  const server = await startServer({ env: { HOST: 'localhost' } })
  try {
    const member = await createApi(server.url).register()
    const devTools = await context.newCDPSession(page)
    await devTools.send('WebAuthn.enable')
    await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    })
    await openSignedIn(page, member.session, `${server.url}/security`)
    await field(page, 'Name of the new passkey').fill('Office laptop')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await expect(page.getByText('Save your recovery codes')).toBeVisible()
    await expect(page.getByText('Office laptop')).toBeVisible()
    await signOut(page)

    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('button', { name: /^Profile menu/ })).toBeVisible()
    await signOut(page)

    await enterPassword(page, member)
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await expect(page.getByRole('button', { name: /^Profile menu/ })).toBeVisible()
    await page.goto('about:blank')
  } finally {
    await server.close()
  }
})
