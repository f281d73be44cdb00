import { randomBytes } from 'node:crypto'
import { type AcceptedKeys, ConsentDenied, type Grant, KeysNotSent } from '#connectors/kit/authorization.ts'
import { isPlatformRefusal } from '#connectors/kit/platform-problems.ts'
import { findPlatformConnector } from '#connectors/registry.ts'
import { assertFound, fail } from '#contract/errors.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { requireService } from '../find-service.ts'
import { decryptSecrets, newServiceSecrets, sealSecrets } from '../secrets/service-secrets.ts'
import { lockService, type ServiceRow, updateService } from '../services.repo.ts'
import { addService } from '../services.usecases.ts'
import { checkConnectionSettings } from '../settings.policy.ts'
import {
  buildCallbackUrl,
  buildRedirectUri,
  buildReturnUrl,
  type ConsentWay,
  requireConsentWay,
} from './consent-way.ts'
import { assertAddressAllowed, openClient, resolvePlatformUrl, toServiceFailure } from './open-connection.ts'
import { CONSENT_VALID_MS, type ConsentRow, consentCookie, decryptSentKeys, hashOfState } from './sent-keys.ts'

const EXCHANGE_MS = 40_000
const STATE_BYTES = 32

type Person = Pick<Caller, 'accountId' | 'userId' | 'sessionId'>
interface ConsentStart {
  readonly type: string
  readonly settings: Readonly<Record<string, unknown>>
  /** a service to connect again */
  readonly id?: string | undefined
}

/**
 * The platform's page where the user consents. The state in its URL works once, for this session only. Errors: `service.not_found`,
 * `service.no_consent`, `request.invalid`, `service.address_refused`.
 */
export const startConsent = async (
  deps: Deps,
  { accountId, userId, sessionId }: Person,
  { type: asked, settings: given, id }: ConsentStart,
  setCookie: CallInfo['setCookie'],
): Promise<{ url: string }> => {
  const service = id === undefined ? null : await requireService(deps, accountId, id)
  const type = service?.type ?? asked
  const way = requireConsentWay(deps, type)
  const settings = service?.settings ?? checkConnectionSettings(type, given, { secrets: {}, grant: {} }).settings
  assertAddressAllowed(deps, way.connector, settings)
  const state = randomBytes(STATE_BYTES).toString('base64url')
  await deps.db
    .insertInto('service_consents')
    .values({
      state_hash: hashOfState(state),
      account_id: accountId,
      user_id: userId,
      session_id: sessionId,
      service_id: service?.id ?? null,
      type,
      settings: JSON.stringify(settings),
      created_at: new Date(deps.clock.now()),
    })
    .execute()
  if (way.app === null) setCookie(consentCookie(state))
  return { url: consentUrlOf(deps, way, { settings, state }) }
}

const consentUrlOf = (
  { platforms, publicUrl }: Deps,
  { connector, ...way }: ConsentWay,
  { settings, state }: { readonly settings: Readonly<Record<string, unknown>>; readonly state: string },
): string => {
  const baseUrl = resolvePlatformUrl(connector, platforms, settings)
  const request = { settings, baseUrl, state }
  if (way.app !== null)
    return way.authorization.consentUrl({ ...request, redirectUri: buildRedirectUri(publicUrl), app: way.app })
  const { type } = connector
  const [redirectUri, callbackUrl] = [buildReturnUrl(publicUrl, type), buildCallbackUrl(publicUrl, type)]
  return way.authorization.consentUrl({ ...request, redirectUri, callbackUrl })
}

/** The consent that this session started; found once. */
const takeConsent = async (db: Db, { accountId, userId, sessionId }: Person, state: string, now: number) => {
  const row = await db
    .deleteFrom('service_consents')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .where('state_hash', '=', hashOfState(state))
    .returningAll()
    .executeTakeFirst()
  return row && row.created_at.getTime() > now - CONSENT_VALID_MS ? row : null
}

/** The newest consent that this session started and that a callback without a state names by its settings; found once. */
const takeNamedConsent = async (db: Db, person: Person, query: URLSearchParams, now: number) => {
  const { accountId, userId, sessionId } = person
  const started = await db
    .selectFrom('service_consents')
    .selectAll()
    .where((eb) => eb.and({ account_id: accountId, user_id: userId, session_id: sessionId }))
    .orderBy('created_at', 'desc')
    .execute()
  const isNamed = ({ type, settings }: (typeof started)[number]): boolean => {
    const authorization = findPlatformConnector(type)?.authorization
    const named = authorization?.by === 'app' ? (authorization.namedBy?.(query) ?? null) : null
    return named !== null && Object.entries(named).every(([name, value]) => settings[name] === value)
  }
  const found = started.find(isNamed)
  if (!found) return null
  const taken = await db
    .deleteFrom('service_consents')
    .where((eb) => eb.and({ account_id: accountId, state_hash: found.state_hash }))
    .executeTakeFirstOrThrow()
  return taken.numDeletedRows > 0n && found.created_at.getTime() > now - CONSENT_VALID_MS ? found : null
}

interface ReturnedPerson {
  readonly caller: Person
  readonly signal: AbortSignal
}

/**
 * Connects what the user consented to: a new service, or a known one again. Returns it. Errors: `service.consent_expired`,
 * `service.consent_denied`, `service.other_business`, `service.platform_failed`, and those of `addService`.
 */
export const finishConsent = async (
  deps: Deps,
  { caller, signal }: ReturnedPerson,
  query: URLSearchParams,
): Promise<ServiceRow> => {
  const { accountId } = caller
  const state = query.get('state')
  const consent =
    state === null
      ? await takeNamedConsent(deps.db, caller, query, deps.clock.now())
      : await takeConsent(deps.db, caller, state, deps.clock.now())
  if (!consent) throw fail('service.consent_expired')
  const { type, service_id: serviceId } = consent
  const way = requireConsentWay(deps, type)
  const { grant, settings } = await acceptConsent(deps, way, { consent, query, signal })
  if (serviceId !== null) return replaceGrant(deps, { accountId, serviceId, grant, settings })
  const all = { ...consent.settings, ...settings }
  return addService(deps, accountId, { type, name: way.connector.title, settings: all, grant })
}

interface Returned {
  readonly consent: ConsentRow
  readonly query: URLSearchParams
  readonly signal: AbortSignal
}

const acceptConsent = async (
  deps: Deps,
  way: ConsentWay,
  { consent, query, signal: leaving }: Returned,
): Promise<AcceptedKeys> => {
  const { connector } = way
  const { settings, service_id: serviceId, account_id: accountId } = consent
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(EXCHANGE_MS)])
  const connectionId = `consent:${serviceId ?? accountId}`
  const client = openClient(deps, { connector, connectionId, settings, signal })
  const returned = { settings, query, client }
  try {
    if (way.app === null)
      return await way.authorization.accept({ ...returned, keys: decryptSentKeys(deps.keys, consent) })
    const { app } = way
    const redirectUri = buildRedirectUri(deps.publicUrl)
    return {
      settings: {},
      grant: await way.authorization.exchange({ ...returned, app, redirectUri, now: deps.clock.now() }),
    }
  } catch (error) {
    throw toConsentFailure(way, error)
  } finally {
    await client.close()
  }
}

const toConsentFailure = ({ connector: { title: platform }, app }: ConsentWay, error: unknown): unknown => {
  if (error instanceof ConsentDenied && error.missing.length > 0) {
    const values = { platform, permissions: error.missing.join(', ') }
    return fail('service.consent_incomplete', { values, cause: error })
  }
  if (error instanceof KeysNotSent) return fail('service.keys_not_sent', { values: { platform }, cause: error })
  // A code that is refused was none of the platform; what it says about its own keys helps.
  if (error instanceof ConsentDenied || (app !== null && isPlatformRefusal(error)))
    return fail('service.consent_denied', { values: { platform }, cause: error })
  return toServiceFailure(error)
}

interface NewGrant {
  readonly accountId: number
  readonly serviceId: string
  readonly grant: Grant
  readonly settings: Readonly<Record<string, unknown>>
}

const replaceGrant = (deps: Deps, { accountId, serviceId, grant, settings }: NewGrant): Promise<ServiceRow> =>
  inTransaction(deps.db, async (trx) => {
    const service = assertFound(await lockService(trx, accountId, serviceId), 'service.not_found')
    const stored = decryptSecrets(deps.keys, service)
    const secrets = stored === null || stored === 'unreadable' ? newServiceSecrets({}) : stored
    const business = secrets.grant?.business ?? grant.business
    if (business !== grant.business) throw fail('service.other_business')
    return updateService(trx, service, {
      settings: JSON.stringify({ ...service.settings, ...settings }),
      secrets: sealSecrets(deps.keys, { accountId, serviceId }, { ...secrets, grant }),
      problem: null,
      failures: 0,
      needs_attention_at: null,
      next_sync_at: service.sync_every_minutes === null ? null : new Date(deps.clock.now()),
      updated_at: new Date(deps.clock.now()),
    })
  })
