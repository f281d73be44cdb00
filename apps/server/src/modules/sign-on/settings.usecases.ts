import { fail, failFields } from '#contract/errors.ts'
import { REQUIRED } from '#contract/fields.ts'
import type { SignOn, SignOnDomain, SignOnSettings } from '#contract/single-sign-on.ts'
import { proofRecord } from '#domain/single-sign-on.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { findAccount, lockAccount, updateAccount } from '#server/modules/accounts/index.ts'
import { deletePasswordSessions } from '#server/modules/auth/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { isSealedWithCurrentKey, SealedBoxError } from '#server/platform/sealed-box.ts'
import { type AttemptDeps, beginAttempt, openClientSecret, redirectUriOf, sealClientSecret } from './attempt.ts'
import { hasProofRecord } from './domain-proof.ts'
import { checkProvider, type ProviderDeps } from './provider-client.ts'
import {
  allSettings,
  type DomainRow,
  deleteAttempts,
  deleteDomain,
  deleteSettings,
  findDomain,
  findSettings,
  insertDomain,
  listDomains,
  markDomainProved,
  putSettings,
  type SettingsRow,
  updateSettings,
} from './sign-on.repo.ts'

const presentDomain = ({ domain, proof, proved_at }: DomainRow): SignOnDomain => ({
  domain,
  record: proofRecord(domain, proof),
  provedDateUtc: proved_at?.toISOString() ?? null,
})

const presentSettings = (row: SettingsRow): SignOn['settings'] => ({
  provider: row.provider,
  issuer: row.issuer,
  clientId: row.client_id,
  defaultRole: row.default_role,
  isEnabled: row.is_enabled,
  trustsSecondFactor: row.trusts_second_factor,
  testedDateUtc: row.tested_at?.toISOString() ?? null,
})

export const readSignOn = async (
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
  { accountId }: Pick<Caller, 'accountId'>,
): Promise<SignOn> => {
  const [settings, domains, account] = await Promise.all([
    findSettings(db, accountId),
    listDomains(db, accountId),
    findAccount(db, accountId),
  ])
  return {
    settings: settings ? presentSettings(settings) : null,
    isRequired: account?.sign_on_required ?? false,
    redirectUri: redirectUriOf(publicUrl),
    domains: domains.map(presentDomain),
  }
}

type Person = Pick<Caller, 'accountId'>
type SaveDeps = ProviderDeps & Pick<Deps, 'clock' | 'db' | 'keys'>

const storedSecret = (deps: Pick<Deps, 'keys'>, before: SettingsRow | undefined): string => {
  try {
    if (before) return openClientSecret(deps, before)
  } catch (error) {
    if (!(error instanceof SealedBoxError)) throw error
  }
  throw failFields('request.invalid', [{ field: 'clientSecret', message: REQUIRED }])
}

/**
 * Stores the provider after asking it who it is. With another app the test is due again, and whoever is at the provider has to start
 * again.
 *
 * @throws Failure `request.invalid` without a secret, `sign_on.issuer_refused`, `sign_on.address_refused`
 */
export const saveSettings = async (
  deps: SaveDeps,
  call: CallInfo,
  { accountId }: Person,
  given: SignOnSettings,
): Promise<void> => {
  const { provider, issuer, clientId, defaultRole, isEnabled, trustsSecondFactor } = given
  const before = await findSettings(deps.db, accountId)
  const clientSecret = given.clientSecret ?? storedSecret(deps, before)
  const isSameApp = before?.issuer === issuer && before.client_id === clientId && given.clientSecret === undefined
  if (!isSameApp) await checkProvider(deps, { issuer, clientId, clientSecret }, call.signal)
  const now = new Date(deps.clock.now())
  await inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, accountId)
    await putSettings(trx, {
      account_id: accountId,
      provider,
      issuer,
      client_id: clientId,
      client_secret: sealClientSecret(deps, accountId, clientSecret),
      default_role: defaultRole,
      is_enabled: isEnabled,
      trusts_second_factor: trustsSecondFactor,
      tested_at: isSameApp ? before.tested_at : null,
      created_at: before?.created_at ?? now,
      updated_at: now,
    })
    if (!isSameApp) await deleteAttempts(trx, accountId)
    // Nobody could sign in.
    if (!isEnabled) await updateAccount(trx, accountId, { sign_on_required: false })
  })
}

export const removeSettings = ({ db }: Pick<Deps, 'db'>, { accountId }: Person): Promise<void> =>
  inTransaction(db, async (trx) => {
    await lockAccount(trx, accountId)
    await deleteSettings(trx, accountId)
    await updateAccount(trx, accountId, { sign_on_required: false })
  })

/** Errors: `sign_on.not_configured`, `sign_on.not_tested`, `sign_on.no_domain`. */
export const setPolicy = ({ db }: Pick<Deps, 'db'>, { accountId }: Person, isRequired: boolean): Promise<void> =>
  inTransaction(db, async (trx) => {
    await lockAccount(trx, accountId)
    if (isRequired) {
      const settings = await findSettings(trx, accountId)
      if (!settings?.is_enabled) throw fail('sign_on.not_configured')
      if (settings.tested_at === null) throw fail('sign_on.not_tested')
      const domains = await listDomains(trx, accountId)
      if (!domains.some(({ proved_at }) => proved_at !== null)) throw fail('sign_on.no_domain')
    }
    await updateAccount(trx, accountId, { sign_on_required: isRequired })
    if (isRequired) await deletePasswordSessions(trx, accountId)
  })

/** Begins a test, also of a provider that is turned off. Errors: `sign_on.not_configured`, those of `beginAttempt`. */
export const startTest = async (deps: AttemptDeps, call: CallInfo, caller: Caller): Promise<{ url: string }> => {
  const settings = await findSettings(deps.db, caller.accountId)
  if (!settings) throw fail('sign_on.not_configured')
  return beginAttempt(deps, call, { settings, email: caller.email, tester: caller })
}

const PROOF_BYTES = 24

/** A domain that is there already stays as it is. Errors: `request.quota`. */
export const addDomain = (
  { clock, db, ids }: Pick<Deps, 'clock' | 'db' | 'ids'>,
  { accountId }: Person,
  domain: string,
): Promise<SignOnDomain> =>
  inTransaction(db, async (trx) => {
    await assertRoom(trx, 'signOnDomains', accountId, async () => (await listDomains(trx, accountId)).length)
    const created_at = new Date(clock.now())
    await insertDomain(trx, { account_id: accountId, domain, proof: ids.token(PROOF_BYTES), created_at })
    return presentDomain(await requireDomain({ db: trx }, accountId, domain))
  })

const requireDomain = async ({ db }: Pick<Deps, 'db'>, accountId: number, domain: string): Promise<DomainRow> => {
  const row = await findDomain(db, accountId, domain)
  if (!row) throw fail('sign_on.domain_not_found')
  return row
}

/**
 * Looks for the TXT record of a domain that is not proved yet. Errors: `sign_on.domain_not_found`, `sign_on.record_missing`,
 * `sign_on.domain_taken`.
 */
export const checkDomain = async (
  deps: Pick<Deps, 'clock' | 'db' | 'env'>,
  { accountId }: Person,
  domain: string,
): Promise<SignOnDomain> => {
  const row = await requireDomain(deps, accountId, domain)
  if (row.proved_at) return presentDomain(row)
  if (!(await hasProofRecord(deps, row))) throw fail('sign_on.record_missing')
  return inTransaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, accountId)
    if (!(await markDomainProved(trx, row, new Date(deps.clock.now()))))
      throw fail('sign_on.domain_taken', { values: { domain } })
    if (account?.sign_on_required) await deletePasswordSessions(trx, accountId)
    return presentDomain(await requireDomain({ db: trx }, accountId, domain))
  })
}

/** Errors: `sign_on.domain_not_found`. */
export const removeDomain = async ({ db }: Pick<Deps, 'db'>, { accountId }: Person, domain: string): Promise<void> => {
  if (!(await deleteDomain(db, accountId, domain))) throw fail('sign_on.domain_not_found')
}

/** Encrypts all secrets with the current master key. Secrets that no key opens stay as they are. Idempotent. */
export const renewClientSecrets = async ({ db, keys, log }: Pick<Deps, 'db' | 'keys' | 'log'>): Promise<void> => {
  for (const row of await allSettings(db)) {
    if (isSealedWithCurrentKey(keys, row.client_secret)) continue
    const { account_id: accountId } = row
    try {
      const secret = sealClientSecret({ keys }, accountId, openClientSecret({ keys }, row))
      await updateSettings(db, accountId, { client_secret: secret })
    } catch (error) {
      if (!(error instanceof SealedBoxError)) throw error
      log.error({ err: error, accountId }, 'the client secret of single sign-on can no longer be read')
    }
  }
}
