import { Resolver } from 'node:dns/promises'
import { isDeepStrictEqual } from 'node:util'
import { assertFound, fail, failFields } from '#contract/errors.ts'
import { REQUIRED } from '#contract/fields.ts'
import type { OpenIdSettings, SamlSettings, SignOn, SignOnDomain, SignOnSettings } from '#contract/single-sign-on.ts'
import { proofRecord, type SamlProvider } from '#domain/single-sign-on.ts'
import { type Db, inSnapshot, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { findAccount, lockAccount, updateAccount } from '#server/modules/accounts/index.ts'
import { deletePasswordSessions } from '#server/modules/auth/index.ts'
import { revokeGivenAccess } from '#server/modules/users/index.ts'
import { assertMayCallOut } from '#server/platform/outside-calls.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { isSealedWithCurrentKey, SealedBoxError } from '#server/platform/sealed-box.ts'
import { beginAttempt } from './attempt.ts'
import { buildRedirectUri, openClientSecret, sealClientSecret } from './provider.ts'
import { checkProvider } from './provider-client.ts'
import { buildEntityId, buildResponseUrl } from './saml-client.ts'
import { parseCertificate, readSamlMetadata } from './saml-metadata.ts'
import {
  allOpenIdSettings,
  type DomainRow,
  deleteAttempts,
  deleteDomain,
  deleteIdentities,
  deleteSettings,
  findDomain,
  findSettings,
  insertDomain,
  listDomains,
  listExcluded,
  markDomainProved,
  putSettings,
  type SettingsRow,
  updateSettings,
} from './sign-on.repo.ts'

/** Milliseconds that a name server has for an answer, and how often it is asked. */
const LIMITS = { timeout: 3_000, tries: 2 }

/** Whether the domain has the TXT record that proves it. No answer is no proof. */
const hasProofRecord = async ({ env: { DNS_SERVERS } }: Deps, { domain, proof }: DomainRow): Promise<boolean> => {
  assertMayCallOut('name server')
  const resolver = new Resolver(LIMITS)
  if (DNS_SERVERS.length > 0) resolver.setServers(DNS_SERVERS)
  const { name, value } = proofRecord(domain, proof)
  try {
    // A record comes in chunks of up to 255 bytes.
    return (await resolver.resolveTxt(name)).some((chunks) => chunks.join('').trim() === value)
  } catch {
    return false
  }
}

const presentDomain = ({ domain, proof, proved_at }: DomainRow): SignOnDomain => ({
  domain,
  record: proofRecord(domain, proof),
  provedDateUtc: proved_at?.toISOString() ?? null,
})

const presentSettings = (row: SettingsRow): SignOn['settings'] => ({
  provider: row.provider,
  issuer: row.issuer,
  clientId: row.client_id,
  saml: row.saml && {
    signInUrl: row.saml.signInUrl,
    certificatesValidUntilUtc: row.saml.certificates.map((one) => parseCertificate(one).validToDate.toISOString()),
  },
  defaultRole: row.default_role,
  isEnabled: row.is_enabled,
  trustsSecondFactor: row.trusts_second_factor,
  testedDateUtc: row.tested_at?.toISOString() ?? null,
})

export const readSignOn = async (
  { db, publicUrl }: Deps,
  { accountId }: Pick<Caller, 'accountId'>,
): Promise<SignOn> => {
  const [settings, domains, account] = await inSnapshot(db, async (snapshot) => [
    await findSettings(snapshot, accountId),
    await listDomains(snapshot, accountId),
    await findAccount(snapshot, accountId),
  ])
  return {
    settings: settings ? presentSettings(settings) : null,
    isRequired: account?.sign_on_required ?? false,
    redirectUri: buildRedirectUri(publicUrl),
    saml: { entityId: buildEntityId(publicUrl), responseUrl: buildResponseUrl(publicUrl) },
    domains: domains.map(presentDomain),
  }
}

type Person = Pick<Caller, 'accountId'>
const storedSecret = (deps: Deps, before: SettingsRow | undefined): string => {
  try {
    if (before && !before.saml) return openClientSecret(deps, before)
  } catch (error) {
    if (!(error instanceof SealedBoxError)) throw error
  }
  throw failFields('request.invalid', [{ field: 'clientSecret', message: REQUIRED }])
}

/** A provider as it is stored, and whether it is the one that was there before. */
interface GivenProvider {
  readonly columns: Pick<SettingsRow, 'issuer' | 'client_id' | 'client_secret' | 'saml'>
  readonly isSame: boolean
}

const openIdProvider = async (
  deps: Deps,
  call: CallInfo,
  before: SettingsRow | undefined,
  { issuer, clientId, clientSecret: given, accountId }: OpenIdSettings & Person,
): Promise<GivenProvider> => {
  const clientSecret = given ?? storedSecret(deps, before)
  const isSame = before?.issuer === issuer && before.client_id === clientId && given === undefined
  if (!isSame) await checkProvider(deps, { issuer, clientId, clientSecret }, call.signal)
  const client_secret = sealClientSecret(deps, accountId, clientSecret)
  return { columns: { issuer, client_id: clientId, client_secret, saml: null }, isSame }
}

const samlProvider = (
  { platforms }: Deps,
  before: SettingsRow | undefined,
  { metadata }: SamlSettings,
): GivenProvider => {
  const stored: SamlProvider | null = before?.saml ?? null
  const saml = metadata === undefined ? stored : readSamlMetadata(metadata, platforms)
  if (!saml) throw failFields('request.invalid', [{ field: 'metadata', message: REQUIRED }])
  const columns = { issuer: saml.entityId, client_id: null, client_secret: null, saml }
  return { columns, isSame: isDeepStrictEqual(stored, saml) }
}

/**
 * Stores the provider: one of OpenID Connect after asking it who it is, one of SAML by its metadata. With another one the test is due
 * again, and whoever is at the provider has to start again.
 *
 * @throws Failure `request.invalid` without a secret or metadata, `sign_on.issuer_refused`, `sign_on.address_refused`,
 * `sign_on.metadata_refused`
 */
export const saveSettings = async (
  deps: Deps,
  call: CallInfo,
  { accountId }: Person,
  given: SignOnSettings,
): Promise<void> => {
  const { provider, defaultRole, isEnabled, trustsSecondFactor } = given
  const before = await findSettings(deps.db, accountId)
  const { columns, isSame } =
    given.provider === 'saml'
      ? samlProvider(deps, before, given)
      : await openIdProvider(deps, call, before, { ...given, accountId })
  const now = new Date(deps.clock.now())
  await inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, accountId)
    // Nobody could sign in.
    if (!isEnabled) await endPolicy(deps, trx, accountId)
    await putSettings(trx, {
      account_id: accountId,
      provider,
      ...columns,
      saml: columns.saml && JSON.stringify(columns.saml),
      default_role: defaultRole,
      is_enabled: isEnabled,
      trusts_second_factor: trustsSecondFactor,
      tested_at: isSame ? (before?.tested_at ?? null) : null,
      created_at: before?.created_at ?? now,
      updated_at: now,
    })
    if (!isSame) {
      await deleteAttempts(trx, accountId)
      // Whoever writes the metadata chooses the name and the keys, so people named under other keys could be anybody, owners too.
      if (columns.saml || before?.saml) await deleteIdentities(trx, { accountId, issuer: columns.issuer })
    }
  })
}

/** Single sign-on is no longer required. What it kept from working does not begin to work. Call it before identities are deleted. */
const endPolicy = async (deps: Deps, trx: Db, accountId: number): Promise<void> => {
  await revokeExcluded(deps, trx, accountId)
  await updateAccount(trx, accountId, { sign_on_required: false })
}

const revokeExcluded = async (deps: Deps, trx: Db, accountId: number, domain?: string): Promise<void> => {
  const account = await findAccount(trx, accountId)
  if (!account?.sign_on_required) return
  for (const user of await listExcluded(trx, accountId, domain)) await revokeGivenAccess(deps, trx, user, user.roles)
}

export const removeSettings = (deps: Deps, { accountId }: Person): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, accountId)
    await endPolicy(deps, trx, accountId)
    await deleteSettings(trx, accountId)
  })

/** Errors: `sign_on.not_configured`, `sign_on.not_tested`, `sign_on.no_domain`. */
export const setPolicy = (deps: Deps, { accountId }: Person, isRequired: boolean): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, accountId)
    if (!isRequired) return endPolicy(deps, trx, accountId)
    const settings = await findSettings(trx, accountId)
    if (!settings?.is_enabled) throw fail('sign_on.not_configured')
    if (settings.tested_at === null) throw fail('sign_on.not_tested')
    const domains = await listDomains(trx, accountId)
    if (!domains.some(({ proved_at }) => proved_at !== null)) throw fail('sign_on.no_domain')
    await updateAccount(trx, accountId, { sign_on_required: true })
    await deletePasswordSessions(trx, accountId)
  })

/** Begins a test, also of a provider that is turned off. Errors: `sign_on.not_configured`, those of `beginAttempt`. */
export const startTest = async (deps: Deps, call: CallInfo, caller: Caller): Promise<{ url: string }> => {
  const settings = assertFound(await findSettings(deps.db, caller.accountId), 'sign_on.not_configured')
  return beginAttempt(deps, call, { settings, email: caller.email, tester: caller })
}

const PROOF_BYTES = 24

/** A domain that is there already stays as it is. Errors: `request.quota`. */
export const addDomain = ({ clock, db, ids }: Deps, { accountId }: Person, domain: string): Promise<SignOnDomain> =>
  inTransaction(db, async (trx) => {
    await assertRoom(trx, 'signOnDomains', accountId, async () => (await listDomains(trx, accountId)).length)
    const created_at = new Date(clock.now())
    await insertDomain(trx, { account_id: accountId, domain, proof: ids.token(PROOF_BYTES), created_at })
    return presentDomain(await requireDomain(trx, accountId, domain))
  })

const requireDomain = async (db: Db, accountId: number, domain: string): Promise<DomainRow> =>
  assertFound(await findDomain(db, accountId, domain), 'sign_on.domain_not_found')

/**
 * Looks for the TXT record of a domain that is not proved yet. Errors: `sign_on.domain_not_found`, `sign_on.record_missing`,
 * `sign_on.domain_taken`.
 */
export const checkDomain = async (deps: Deps, { accountId }: Person, domain: string): Promise<SignOnDomain> => {
  const row = await requireDomain(deps.db, accountId, domain)
  if (row.proved_at) return presentDomain(row)
  if (!(await hasProofRecord(deps, row))) throw fail('sign_on.record_missing')
  return inTransaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, accountId)
    if (!(await markDomainProved(trx, row, new Date(deps.clock.now()))))
      throw fail('sign_on.domain_taken', { values: { domain } })
    if (account?.sign_on_required) await deletePasswordSessions(trx, accountId)
    return presentDomain(await requireDomain(trx, accountId, domain))
  })
}

/** Errors: `sign_on.domain_not_found`. */
export const removeDomain = (deps: Deps, { accountId }: Person, domain: string): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, accountId)
    await revokeExcluded(deps, trx, accountId, domain)
    if (!(await deleteDomain(trx, accountId, domain))) throw fail('sign_on.domain_not_found')
  })

/** Encrypts all secrets with the current master key. Secrets that no key opens stay as they are. Idempotent. */
export const renewClientSecrets = async (deps: Deps): Promise<void> => {
  const { db, keys, log } = deps
  for (const row of await allOpenIdSettings(db)) {
    if (isSealedWithCurrentKey(keys, row.client_secret)) continue
    const { account_id: accountId } = row
    try {
      const secret = sealClientSecret(deps, accountId, openClientSecret(deps, row))
      await updateSettings(db, accountId, { client_secret: secret })
    } catch (error) {
      if (!(error instanceof SealedBoxError)) throw error
      log.error({ err: error, accountId }, 'the client secret of single sign-on can no longer be read')
    }
  }
}
