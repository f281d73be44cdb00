import type { Locator, Page } from '@playwright/test'
import { User } from '#contract/auth.ts'
import type { NameServer } from '#testkit/name-server.ts'
import { startSamlProvider } from '#testkit/saml-provider.ts'
import { type SignOnProvider, startSignOnProvider } from '#testkit/sign-on-provider.ts'
import { field, fillIn, signInOnPage } from './kit/actions.ts'
import { expect, test } from './kit/test.ts'

const DOMAIN = 'oak-and-vine.example'

/** Signs in on the provider's own pages. */
const signInAtProvider = async (page: Page, login: string): Promise<void> => {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

const atHome = (page: Page) => expect(page.getByRole('button', { name: /^Profile menu/ })).toBeVisible()

/** Enters the provider in the settings, and saves it. */
const enterProvider = async (page: Page, { issuer, clientId, clientSecret }: SignOnProvider): Promise<void> => {
  await page.getByRole('button', { name: 'Set up single sign-on' }).click()
  await page.getByRole('combobox', { name: 'Provider', exact: true }).click()
  await page.getByRole('option', { name: 'Other OpenID Connect provider' }).click()
  await fillIn(page, { 'Issuer URL': `${issuer}/nothing`, 'Client ID': clientId, 'Client secret': clientSecret })
  await page.getByRole('button', { name: 'Save provider' }).click()
  await expect(page.getByText('No OpenID Connect provider answers there')).toBeVisible()
  await field(page, 'Issuer URL').fill(issuer)
  await page.getByRole('button', { name: 'Save provider' }).click()
  await expect(page.getByText('Not tested yet')).toBeVisible()
}

const addDomain = async (page: Page, domain: string): Promise<Locator> => {
  await field(page, 'Domain').fill(domain)
  await page.getByRole('button', { name: 'Add domain' }).click()
  return page.getByRole('region', { name: domain })
}

/** Publishes the record that the settings show, and has it checked. */
const proveDomain = async (domain: Locator, { records }: Pick<NameServer, 'records'>): Promise<void> => {
  const shown = (label: string) => domain.getByRole('textbox', { name: label }).inputValue()
  records.set(await shown('Name of the TXT record'), await shown('Value of the TXT record'))
  await domain.getByRole('button', { name: 'Check record' }).click()
  await expect(domain.getByText('Verified', { exact: true })).toBeVisible()
}

test('an administrator sets up single sign-on, a colleague signs in with it, and then must', async ({
  page,
  browser,
  api,
  enter,
  server,
  names,
  watch,
}) => {
  watch.expectConsole(/status of 4\d\d/, /127\.0\.0\.1:\d+\/interaction/, /fonts\.googleapis/)
  const provider = await startSignOnProvider(`${server.url}/sign-in/return`)
  try {
    const owner = await api.register({ email: `owner@${DOMAIN}` })
    const carl = await api.register({ email: `carl@${DOMAIN}` })
    await server.joinAccount(carl.email, owner.accountId)
    const roles = { token: owner.session.access_token, body: { roles: ['User'] } }
    await api.call(User, 'POST', `/user/update-role/${carl.session.user.id}`, roles)
    provider.people.set('owner', { email: owner.email, email_verified: true })
    provider.people.set('vera', { email: `vera@${DOMAIN}`, email_verified: true, name: 'Vera Vine' })

    await enter(owner.session, '/security')
    await enterProvider(page, provider)
    const domain = await addDomain(page, DOMAIN)
    await domain.getByRole('button', { name: 'Check record' }).click()
    await expect(domain.getByRole('alert')).toContainText('No TXT record with this name and value was found')
    await proveDomain(domain, names)

    await page.getByRole('button', { name: 'Test sign-on' }).click()
    await signInAtProvider(page, 'owner')
    await expect(page.getByRole('heading', { name: 'Single sign-on works' })).toBeVisible()
    await expect(page.getByText(`Your provider says that you are ${owner.email}`)).toBeVisible()
    await page.getByRole('link', { name: 'Back to Sign-in security' }).click()

    const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
    await watch.attach(context)
    const other = await context.newPage()
    await other.goto('/sign-in')
    await other.getByRole('link', { name: 'Sign in with single sign-on' }).click()
    await field(other, 'Work email').fill('somebody@nowhere.example')
    await other.getByRole('button', { name: 'Continue' }).click()
    await expect(other.getByRole('alert')).toContainText('Single sign-on isn’t set up for nowhere.example')
    await field(other, 'Work email').fill(`vera@${DOMAIN}`)
    await other.getByRole('button', { name: 'Continue' }).click()
    await signInAtProvider(other, 'vera')
    await atHome(other)
    expect(new URL(other.url()).pathname).toBe('/')
    await expect(other.getByRole('button', { name: 'Profile menu for Vera Vine' })).toBeVisible()
    await context.close()

    await page.getByRole('switch', { name: 'Require single sign-on' }).click()
    await page.getByRole('button', { name: 'Require it' }).click()
    await expect(page.getByRole('switch', { name: 'Require single sign-on' })).toBeChecked()
    // The owner has just signed in at the provider, so this session goes on.
    await page.reload()
    await expect(page.getByRole('switch', { name: 'Require single sign-on' })).toBeChecked()

    const last = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
    await watch.attach(last)
    const refused = await last.newPage()
    await refused.goto('/sign-in')
    await signInOnPage(refused, carl.email, carl.password)
    await expect(refused.getByRole('alert')).toContainText('Your account requires single sign-on')
    await refused.getByRole('button', { name: 'Continue with single sign-on' }).click()
    provider.people.set('carl', { email: carl.email, email_verified: true })
    await signInAtProvider(refused, 'carl')
    await atHome(refused)
    await last.close()
  } finally {
    await page.goto('about:blank')
    await provider.close()
  }
})

test('an administrator sets up a SAML provider by its metadata, and a new colleague signs in with it', {
  tag: '@full',
}, async ({ page, browser, api, enter, server, names, watch }) => {
  watch.expectConsole(/status of 4\d\d/)
  const domain = 'saml-cellars.example'
  // Of another site than the server, as providers are.
  const provider = await startSamlProvider({ host: 'localhost' })
  try {
    provider.register(await (await fetch(`${server.url}/api/sign-on/saml`)).text())
    const owner = await api.register({ email: `owner@${domain}` })
    provider.people.set('owner', { nameId: 'o-1', email: owner.email })
    provider.people.set('vera', { nameId: 'v-2', email: `vera@${domain}`, firstName: 'Vera', lastName: 'Vine' })

    await enter(owner.session, '/security')
    await page.getByRole('button', { name: 'Set up single sign-on' }).click()
    await page.getByRole('combobox', { name: 'Provider', exact: true }).click()
    await page.getByRole('option', { name: 'SAML 2.0 provider' }).click()
    await expect(page.getByRole('textbox', { name: /^Response \(ACS\) URL/ })).toHaveValue(
      `${server.url}/api/sign-on/saml/response`,
    )
    await field(page, 'Metadata of the provider').fill('<a/>')
    await page.getByRole('button', { name: 'Save provider' }).click()
    await expect(page.getByText('This isn’t the metadata of a SAML provider')).toBeVisible()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'metadata.xml', mimeType: 'text/xml', buffer: Buffer.from(provider.metadata) })
    await expect(field(page, 'Metadata of the provider')).toHaveValue(provider.metadata)
    await page.getByRole('button', { name: 'Save provider' }).click()
    await expect(page.getByText('Not tested yet')).toBeVisible()
    await expect(page.getByText('Certificate valid until')).toBeVisible()

    await proveDomain(await addDomain(page, domain), names)

    const signInAs = async (tab: Page, login: string) => {
      await tab.getByLabel('Login').fill(login)
      await tab.getByRole('button', { name: 'Sign in' }).click()
    }
    await page.getByRole('button', { name: 'Test sign-on' }).click()
    await signInAs(page, 'owner')
    await expect(page.getByText(`Your provider says that you are ${owner.email}`)).toBeVisible()

    const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
    await watch.attach(context)
    const other = await context.newPage()
    await other.goto('/single-sign-on')
    await field(other, 'Work email').fill(`vera@${domain}`)
    await other.getByRole('button', { name: 'Continue' }).click()
    await signInAs(other, 'vera')
    await atHome(other)
    await expect(other.getByRole('button', { name: 'Profile menu for Vera Vine' })).toBeVisible()
    await context.close()
  } finally {
    await page.goto('about:blank')
    await provider.close()
  }
})
