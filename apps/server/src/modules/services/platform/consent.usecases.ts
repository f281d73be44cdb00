import { createHash, randomBytes } from 'node:crypto'
import {
  ConsentDenied,
  type Grant,
  type PlatformApp,
  type PlatformAuthorization,
} from '#connectors/kit/authorization.ts'
import type { PlatformConnector } from '#connectors/kit/connector.ts'
import { isPlatformRefusal } from '#connectors/kit/platform-problems.ts'
import { platformOf } from '#connectors/registry.ts'
import { fail } from '#contract/errors.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { requireService } from '../find-service.ts'
import { newServiceSecrets, sealSecrets, secretsOf } from '../secrets/service-secrets.ts'
import { lockService, type ServiceRow, updateService } from '../services.repo.ts'
import { addService } from '../services.usecases.ts'
import { checkConnectionSettings } from '../settings.policy.ts'
import { addressOf, assertAddressAllowed, openClient, toServiceFailure } from './open-connection.ts'

/** How long a user may stay on the platform's page. */
const VALID_MS = 60 * 60_000
const EXCHANGE_MS = 40_000
const STATE_BYTES = 32

type Person = Pick<Caller, 'accountId' | 'userId' | 'sessionId'>
type ConsentDeps = Pick<Deps, 'clock' | 'db' | 'ids' | 'keys' | 'log' | 'platforms' | 'publicUrl'>

/** Where platforms send users back; the operator enters it in each app. */
export const redirectUriOf = (publicUrl: string): string => `${publicUrl}/admin/services/connected`

const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex')

interface Consenting {
  readonly connector: PlatformConnector
  readonly authorization: PlatformAuthorization
  readonly app: PlatformApp
}

const requireConsenting = ({ platforms }: Pick<Deps, 'platforms'>, type: string): Consenting => {
  const connector = platformOf(type)
  const app = platforms.apps[type]
  if (!connector?.authorization || !app) throw fail('service.no_consent')
  return { connector, authorization: connector.authorization, app }
}

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
  deps: ConsentDeps,
  { accountId, userId, sessionId }: Person,
  { type: asked, settings: given, id }: ConsentStart,
): Promise<{ url: string }> => {
  const service = id === undefined ? null : await requireService(deps, accountId, id)
  const type = service?.type ?? asked
  const { connector, authorization, app } = requireConsenting(deps, type)
  const settings = service?.settings ?? checkConnectionSettings(type, given, { secrets: {}, grant: {} }).settings
  assertAddressAllowed(deps, connector, settings)
  const state = randomBytes(STATE_BYTES).toString('base64url')
  await deps.db
    .insertInto('service_consents')
    .values({
      state_hash: hashOf(state),
      account_id: accountId,
      user_id: userId,
      session_id: sessionId,
      service_id: service?.id ?? null,
      type,
      settings: JSON.stringify(settings),
      created_at: new Date(deps.clock.now()),
    })
    .execute()
  const baseUrl = addressOf(connector, deps.platforms, settings)
  const redirectUri = redirectUriOf(deps.publicUrl)
  return { url: authorization.consentUrl({ app, settings, baseUrl, redirectUri, state }) }
}

/** The consent that this session started; found once. */
const takeConsent = async (db: Db, { accountId, userId, sessionId }: Person, state: string, now: number) => {
  const row = await db
    .deleteFrom('service_consents')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .where('state_hash', '=', hashOf(state))
    .returningAll()
    .executeTakeFirst()
  return row && row.created_at.getTime() > now - VALID_MS ? row : null
}

/** The newest consent that this session started and that a callback without a state names by its settings; found once. */
const takeNamedConsent = async (db: Db, person: Person, query: URLSearchParams, now: number) => {
  const { accountId, userId, sessionId } = person
  const started = await db
    .selectFrom('service_consents')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .orderBy('created_at', 'desc')
    .execute()
  const isNamed = ({ type, settings }: (typeof started)[number]): boolean => {
    const named = platformOf(type)?.authorization?.namedBy?.(query) ?? null
    return named !== null && Object.entries(named).every(([name, value]) => settings[name] === value)
  }
  const found = started.find(isNamed)
  if (!found) return null
  const taken = await db
    .deleteFrom('service_consents')
    .where('account_id', '=', accountId)
    .where('state_hash', '=', found.state_hash)
    .executeTakeFirstOrThrow()
  return taken.numDeletedRows > 0n && found.created_at.getTime() > now - VALID_MS ? found : null
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
  deps: ConsentDeps,
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
  const { type, settings, service_id: serviceId } = consent
  const consenting = requireConsenting(deps, type)
  const grant = await exchangeCode(deps, consenting, { settings, query, signal, connectionId: serviceId ?? accountId })
  if (serviceId !== null) return replaceGrant(deps, { accountId, serviceId, grant })
  return addService(deps, accountId, { type, name: consenting.connector.title, settings, grant })
}

interface Exchange {
  readonly settings: Readonly<Record<string, unknown>>
  readonly query: URLSearchParams
  readonly signal: AbortSignal
  readonly connectionId: string | number
}

const exchangeCode = async (
  deps: ConsentDeps,
  { connector, authorization, app }: Consenting,
  { settings, query, signal: leaving, connectionId }: Exchange,
): Promise<Grant> => {
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(EXCHANGE_MS)])
  const client = openClient(deps, { connector, connectionId: `consent:${connectionId}`, settings, signal })
  const redirectUri = redirectUriOf(deps.publicUrl)
  try {
    return await authorization.exchange({ app, settings, redirectUri, query, client, now: deps.clock.now() })
  } catch (error) {
    if (error instanceof ConsentDenied && error.missing.length > 0) {
      const values = { platform: connector.title, permissions: error.missing.join(', ') }
      throw fail('service.consent_incomplete', { values, cause: error })
    }
    if (error instanceof ConsentDenied || isPlatformRefusal(error))
      throw fail('service.consent_denied', { values: { platform: connector.title }, cause: error })
    throw toServiceFailure(error)
  } finally {
    await client.close()
  }
}

interface NewGrant {
  readonly accountId: number
  readonly serviceId: string
  readonly grant: Grant
}

const replaceGrant = (deps: ConsentDeps, { accountId, serviceId, grant }: NewGrant): Promise<ServiceRow> =>
  inTransaction(deps.db, async (trx) => {
    const service = await lockService(trx, accountId, serviceId)
    if (!service) throw fail('service.not_found')
    const stored = secretsOf(deps.keys, service)
    const secrets = stored === null || stored === 'unreadable' ? newServiceSecrets({}) : stored
    const business = secrets.grant?.business ?? grant.business
    if (business !== grant.business) throw fail('service.other_business')
    return updateService(trx, service, {
      secrets: sealSecrets(deps.keys, { accountId, serviceId }, { ...secrets, grant }),
      problem: null,
      failures: 0,
      needs_attention_at: null,
      next_sync_at: service.sync_every_minutes === null ? null : new Date(deps.clock.now()),
      updated_at: new Date(deps.clock.now()),
    })
  })
