import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { openBox, sealBox } from '#server/platform/sealed-box.ts'
import type { Person } from './person.ts'
import { type AttemptSecrets, authorizationUrl, type ProviderApp, readPerson } from './provider-client.ts'
import { readSamlPerson, samlPage } from './saml-client.ts'
import type { OpenIdRow, SettingsRow } from './sign-on.repo.ts'

/** Where OpenID Connect providers send browsers back, and the page that finishes a sign-in. */
export const buildRedirectUri = (publicUrl: string): string => `${publicUrl}/sign-in/return`

const secretOwner = (accountId: number) => ({ accountId, serviceId: 'sign-on' })

export const sealClientSecret = ({ keys }: Deps, accountId: number, secret: string): Buffer =>
  sealBox(keys, secretOwner(accountId), secret)

/** @throws SealedBoxError */
export const openClientSecret = ({ keys }: Deps, { account_id: accountId, client_secret: secret }: OpenIdRow): string =>
  openBox(keys, secretOwner(accountId), secret)

/** The account's app at its OpenID Connect provider. @throws SealedBoxError */
const appOf = (deps: Deps, settings: OpenIdRow): ProviderApp => ({
  issuer: settings.issuer,
  clientId: settings.client_id,
  clientSecret: openClientSecret(deps, settings),
})

interface PageRequest extends AttemptSecrets {
  /** whom the provider may suggest */
  readonly email: string
}

/** The page of the provider where the person signs in. Errors: `sign_on.provider_failed`, `sign_on.address_refused`. */
export const buildProviderUrl = async (
  deps: Deps,
  settings: SettingsRow,
  request: PageRequest,
  signal: AbortSignal,
): Promise<string> => {
  const { publicUrl } = deps
  if (settings.saml) return samlPage(settings.saml, { ...request, publicUrl })
  const redirectUri = buildRedirectUri(publicUrl)
  return authorizationUrl(deps, appOf(deps, settings), { ...request, redirectUri }, signal)
}

/** What came back from a provider, and what was expected. */
export interface ProviderAnswer {
  readonly expected: AttemptSecrets
  /** what the provider added to the redirect URI */
  readonly query: URLSearchParams
  /** what the page of a SAML provider posted; null: nothing */
  readonly samlResponse: string | null
}

/**
 * Who the provider says that it is.
 *
 * @throws Failure `sign_on.expired` if a SAML provider has posted nothing, `sign_on.answer_refused`, those of `readPerson` and `readSamlPerson`
 */
export const readProviderIdentity = async (
  deps: Deps,
  settings: SettingsRow,
  answer: ProviderAnswer,
  signal: AbortSignal,
): Promise<Person> => {
  const person = await readAnswer(deps, settings, answer, signal)
  if (person.subject.length > MAX_SUBJECT) throw fail('sign_on.answer_refused')
  return person
}

/** Characters; neither standard allows more. */
const MAX_SUBJECT = 256

const readAnswer = async (
  deps: Deps,
  settings: SettingsRow,
  { expected, query, samlResponse }: ProviderAnswer,
  signal: AbortSignal,
): Promise<Person> => {
  const { publicUrl } = deps
  if (!settings.saml) {
    const url = new URL(`${buildRedirectUri(publicUrl)}?${query}`)
    return readPerson(deps, appOf(deps, settings), { ...expected, url }, signal)
  }
  if (samlResponse === null) throw fail('sign_on.expired')
  return readSamlPerson(settings.saml, { ...expected, publicUrl }, samlResponse)
}
