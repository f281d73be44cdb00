import { writeFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Session } from '#contract/auth.ts'
import { field, fillIn, openMailedLink, signInOnPage } from './kit/actions.ts'
import { PASSWORD } from './kit/api.ts'
import type { Watch } from './kit/browser.ts'
import { openSignedIn } from './kit/browser.ts'
import { tiles, toast } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

// A trace fetches blob images of the page, which the content security policy forbids.
test.use({ trace: 'off' })

const NEW_PASSWORD = 'Bottle#Shop21'
const MEGABYTE = 1024 ** 2

/** Console messages of a page whose session was revoked. */
const REVOKED_SESSION = [/status of 400/, /status of 401/, /Some data of the page could not be loaded/]

interface BrowserFixtures {
  readonly browser: Browser
  readonly baseURL: string | undefined
  readonly watch: Watch
}

/** A second browser context that shares no storage with the first. */
const openSecondBrowser = async ({ browser, baseURL, watch }: BrowserFixtures): Promise<Page> => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await watch.attach(context)
  return context.newPage()
}

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const region = (page: Page, name: string) => main(page).getByRole('region', { name })

const chooseInUserMenu = async (page: Page, person: string, choice: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${person}` }).click()
  await page.getByRole('menuitem', { name: choice }).click()
}

test('invites a colleague, who joins, receives a role, and is signed out when deleted', async ({
  page,
  api,
  enter,
  browser,
  baseURL,
  watch,
}) => {
  test.slow()
  // A taken email, a used link, and calls of a deleted user.
  watch.expectConsole(/status of 409/, ...REVOKED_SESSION)
  const owner = await api.register({ firstName: 'Noa', lastName: 'Keller', accountName: 'Keller Hill' })
  const ann = `ann-${owner.accountId}@kellerhill.example`

  await enter(owner.session, '/admin/invitations')
  await expect(page.getByRole('heading', { name: 'No invitations yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Invite colleagues' }).click()
  const invite = dialog(page, 'Invite colleagues')
  await field(invite, 'Email addresses').fill(`Ann Lee <${ann}>, ${owner.email}`)
  await page.keyboard.press('Escape')
  await expect(invite).toBeHidden()
  await page.getByRole('button', { name: 'Invite colleagues' }).click()
  await invite.getByRole('button', { name: 'Send 2 invitations' }).click()
  await expect(invite.getByText('1 of 2 invitations are on their way.')).toBeVisible()
  await expect(invite.getByRole('listitem').filter({ hasText: owner.email })).toContainText('already exists')
  await invite.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: new RegExp(ann) })).toContainText('Pending')

  const colleague = await openSecondBrowser({ browser, baseURL, watch })
  await openMailedLink(colleague, ann, 'You are invited to Cuvee')
  await expect(colleague.getByText('Noa Keller invited you')).toBeVisible()
  const invitation = colleague.url()
  await fillIn(colleague, { 'First name': 'Ann', 'Last name': 'Lee' })
  await fillIn(colleague, { Password: PASSWORD, 'Confirm password': PASSWORD })
  await colleague.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(tiles(colleague).first()).toBeVisible()

  await page.goto('/admin/users')
  await page.getByRole('searchbox', { name: 'Search users' }).fill('ann')
  await expect(page).toHaveURL('/admin/users?q=ann')
  await expect(page.getByRole('row')).toHaveCount(2)
  await chooseInUserMenu(page, 'Ann Lee', 'Change roles')
  await dialog(page, 'Roles for Ann Lee').getByRole('checkbox', { name: 'Power user' }).check()
  await page.getByRole('button', { name: 'Save roles' }).click()
  const ofAnn = page.getByRole('row', { name: /Ann Lee/ })
  await expect(ofAnn).toContainText('Power user')
  await toast(page, 'Roles changed for Ann Lee').getByRole('button', { name: 'Undo' }).click()
  await expect(ofAnn).not.toContainText('Power user')

  await chooseInUserMenu(page, 'Ann Lee', 'Delete')
  await page.getByRole('button', { name: 'Delete user' }).click()
  await expect(toast(page, 'Ann Lee was deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByText('1 user', { exact: true })).toBeVisible()

  await colleague.goto('/profile')
  await expect(colleague).toHaveURL(/\/sign-in/)
  await colleague.goto(invitation)
  await expect(colleague.getByRole('heading', { name: 'This invitation isn’t valid' })).toBeVisible()
})

test('leaves the page when removing the own administrator role, which the last owner cannot remove', {
  tag: '@full',
}, async ({ page, api, enter }) => {
  const owner = await api.register({ firstName: 'Noa', lastName: 'Keller' })
  const token = owner.session.access_token
  await enter(owner.session, '/admin/users')
  await chooseInUserMenu(page, 'Noa Keller', 'Change roles')
  const ownership = page.getByRole('checkbox', { name: 'Account owner' })
  await expect(ownership).toBeDisabled()
  await expect(ownership).toHaveAccessibleDescription(/needs at least one owner/)
  await page.getByRole('button', { name: 'Cancel' }).click()

  const body = { firstName: 'Bo', lastName: 'Ray', email: `bo-${owner.accountId}@x.example`, roles: ['AccountOwner'] }
  await api.send('POST', '/user/create', { token, body })
  await page.reload()
  await chooseInUserMenu(page, 'Noa Keller', 'Change roles')
  await ownership.uncheck()
  await expect(page.getByText('You’re removing your own admin access.')).toBeVisible()
  await page.getByRole('button', { name: 'Save roles' }).click()
  await expect(tiles(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Admin Settings' }).waitFor({ state: 'detached' })
})

test(
  'saves name and culture, asks before discarding changes, and crops a photo by keyboard',
  { tag: '@full' },
  async ({ page, api, enter }, info) => {
    const { session } = await api.register({ firstName: 'Noa', lastName: 'Keller' })
    await enter(session, '/profile')
    const about = region(page, 'About you')
    await field(about, 'First name').fill('Noah')
    await about.getByRole('combobox', { name: 'Date and number format' }).click()
    await page.getByRole('option', { name: 'German (Germany)' }).click()
    await expect(about.getByText(/1\.234,50/)).toBeVisible()
    await page.getByRole('link', { name: 'Cuvee, home' }).click()
    await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Stay' }).click()
    await about.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Profile saved')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Profile menu for Noah Keller' })).toBeVisible()

    const photo = region(page, 'Photo')
    const file = photo.locator('input[type="file"]')
    const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#8B1E3F' } })
      .png()
      .toBuffer()
    const large = info.outputPath('large.jpg')
    await writeFile(large, Buffer.alloc(20 * MEGABYTE))
    await file.setInputFiles(large)
    await expect(photo.getByRole('alert')).toContainText('large.jpg is 20 MB.')
    const refused = [
      { name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>'), says: 'me.svg can’t be used' },
      { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture'), says: 'me.png couldn’t be read' },
    ]
    for (const { says, ...upload } of refused) {
      await file.setInputFiles(upload)
      await expect(photo.getByRole('alert')).toContainText(says)
    }
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
    const cut = dialog(page, 'Crop your photo')
    await expect(cut.getByRole('group', { name: /arrow keys/ })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await cut.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
    await cut.getByRole('button', { name: 'Save photo' }).click()
    await expect(toast(page, 'Photo saved')).toBeVisible()
    const avatar = page.getByRole('button', { name: /^Profile menu/ }).locator('img')
    await expect(avatar).toHaveJSProperty('complete', true)
    expect(await avatar.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await photo.getByRole('button', { name: 'Remove photo' }).click()
    await expect(avatar).toHaveCount(0)
  },
)

test('a new email takes effect when its link is opened, and the old address undoes it', { tag: '@full' }, async ({
  page,
  api,
  enter,
  server,
  watch,
}) => {
  watch.expectConsole(/status of 409/, ...REVOKED_SESSION)
  const { session, email, accountId } = await api.register()
  const { email: taken } = await api.register()
  await server.joinAccount(taken, accountId)
  const newEmail = `new-${accountId}@winery.example`
  await enter(session, '/profile')
  // only an address that was proved gets the link that undoes a change
  await openMailedLink(page, email, 'Confirm your email address')
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
  await page.goto('/profile')
  const section = region(page, 'Email address')
  await section.getByRole('button', { name: 'Change email address' }).click()
  await field(section, 'New email address').fill(taken)
  await section.getByRole('button', { name: 'Send link' }).click()
  await expect(field(section, 'Your password')).toHaveAccessibleDescription('This field is required')
  await field(section, 'Your password').fill(PASSWORD)
  await section.getByRole('button', { name: 'Send link' }).click()
  await expect(field(section, 'New email address')).toHaveAccessibleDescription(/already exists/)
  await field(section, 'New email address').fill(newEmail)
  await section.getByRole('button', { name: 'Send link' }).click()
  await expect(section.getByText(`Confirmation pending: ${newEmail}`)).toBeVisible()
  await section.getByRole('button', { name: `Keep ${email}` }).click()
  await expect(section.getByText(`Confirmation pending: ${newEmail}`)).toHaveCount(0)

  await section.getByRole('button', { name: 'Change email address' }).click()
  await fillIn(page, { 'New email address': newEmail, 'Your password': PASSWORD })
  await section.getByRole('button', { name: 'Send link' }).click()
  await expect(section.getByText(`Confirmation pending: ${newEmail}`)).toBeVisible()
  await openMailedLink(page, newEmail, 'Confirm your new email address')
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
  await page.goto('/profile')
  await expect(section.getByText(newEmail)).toBeVisible()
  await expect(section.getByText('Verified', { exact: true })).toBeVisible()

  await openMailedLink(page, email, 'Your email address was changed')
  await page.getByRole('button', { name: 'Keep my address' }).click()
  await expect(page.getByRole('heading', { name: 'Address restored' })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signInOnPage(page, email, PASSWORD)
  await expect(section.getByText(email)).toBeVisible()
})

test('changing the password ends the session of another browser', { tag: '@full' }, async ({
  page,
  api,
  enter,
  browser,
  baseURL,
  watch,
}) => {
  test.slow()
  watch.expectConsole(...REVOKED_SESSION)
  const { session, email } = await api.register()
  const other: Session = await api.signIn(email)
  const secondPage = await openSecondBrowser({ browser, baseURL, watch })
  await openSignedIn(secondPage, other, '/profile')
  await expect(region(secondPage, 'Active sessions').getByRole('listitem')).toHaveCount(3)

  await enter(session, '/change-password')
  await fillIn(page, { 'Current password': 'Wrong#Pass1', 'New password': NEW_PASSWORD })
  await fillIn(page, { 'Confirm new password': NEW_PASSWORD })
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(field(page, 'Current password')).toHaveAccessibleDescription('Your current password is incorrect')
  await fillIn(page, { 'Current password': PASSWORD })
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('You were signed out everywhere else.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to your profile' }).click()
  await expect(region(page, 'Active sessions').getByText('No other active sessions.')).toBeVisible()

  await secondPage.reload()
  await expect(secondPage).toHaveURL(/\/sign-in/)
  await signInOnPage(secondPage, email, NEW_PASSWORD)
  await expect(region(secondPage, 'Active sessions').getByRole('listitem')).toHaveCount(2)
})
