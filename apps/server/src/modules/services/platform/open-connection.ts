import { checkAddress } from '#connectors/kit/address.ts'
import type { GrantAccess } from '#connectors/kit/authorization.ts'
import type { PlannedPause } from '#connectors/kit/budgets.ts'
import type { PlatformConnector, PlatformSession } from '#connectors/kit/connector.ts'
import { createPlatformClient, type OpenPlatformClient } from '#connectors/kit/http-client.ts'
import { AddressNotAllowed, isPlatformProblem } from '#connectors/kit/platform-problems.ts'
import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { assertMayCallOut } from '#server/platform/outside-calls.ts'
import type { AccountLocale } from '../find-service.ts'
import type { CheckedSettings } from '../settings.policy.ts'
import type { PlatformAccess } from './platform-access.ts'

export interface ConnectionRequest extends CheckedSettings {
  readonly connector: PlatformConnector
  /** the account's settings that rows are read with */
  readonly account: AccountLocale
  /** null: the settings hold the credentials */
  readonly grant: GrantAccess | null
  /** id of the service whose rate limits apply */
  readonly connectionId: string
  readonly signal: AbortSignal
  /** called before each longer pause; `until` is server time */
  readonly onWait?: (until: Date, reason: string) => void
}

export interface OpenConnection {
  readonly session: PlatformSession
  close(): Promise<void>
}

/** Base URL of a platform. */
export const resolvePlatformUrl = (
  { defaultUrl, type }: PlatformConnector,
  { addresses }: PlatformAccess,
  settings: CheckedSettings['settings'],
) => addresses[type] ?? (typeof defaultUrl === 'string' ? defaultUrl : defaultUrl(settings))

/** Throws `service.address_refused` when settings lead to a forbidden address; host names are resolved and checked on each call. */
export const assertAddressAllowed = (
  { platforms }: Deps,
  connector: PlatformConnector,
  settings: CheckedSettings['settings'],
): void => {
  try {
    checkAddress(resolvePlatformUrl(connector, platforms, settings), platforms)
  } catch (cause) {
    throw cause instanceof AddressNotAllowed ? fail('service.address_refused', { cause }) : cause
  }
}

type ClientRequest = Pick<ConnectionRequest, 'connector' | 'connectionId' | 'settings' | 'signal' | 'onWait'>

/** A client of a platform's API; the caller must close it. Throws `AddressNotAllowed`. */
export const openClient = (
  deps: Deps,
  { connector, connectionId, settings, signal, onWait }: ClientRequest,
): OpenPlatformClient => {
  const { platforms, clock } = deps
  const { pace, budgets, allowPrivate, limits } = platforms
  const waiting = ({ untilMs, reason }: PlannedPause) => onWait?.(new Date(clock.now() + untilMs - pace.now()), reason)
  return createPlatformClient({
    baseUrl: resolvePlatformUrl(connector, platforms, settings),
    allowPrivate,
    budgets: budgets.of(connectionId, connector.budgets),
    pace,
    signal,
    random: Math.random,
    ...(limits ? { limits } : {}),
    onWait: waiting,
    beforeCall: () => assertMayCallOut(connector.type),
    log: (call) => deps.log.debug({ ...call, connectionId }, 'platform call'),
  })
}

/** Opens a session with a platform; the caller must close it. Throws `AddressNotAllowed`. */
export const openConnection = async (deps: Deps, request: ConnectionRequest): Promise<OpenConnection> => {
  const { connector, account, connectionId, settings, secrets, grant, signal } = request
  const { allowPrivate, apps, caches, limits } = deps.platforms
  const open = await connector.load()
  const client = openClient(deps, request)
  const beforeCall = () => assertMayCallOut(connector.type)
  const network = { allowPrivate, signal, beforeCall, ...(limits ? { limits } : {}) }
  const app = apps[connector.type] ?? null
  const now = () => deps.clock.now()
  const about = { settings, secrets, grant, app, account, cache: caches.of(connectionId) }
  const session = open({ ...about, client, network, now })
  const close = async () => {
    await session.files?.close()
    await client.close()
  }
  return { session, close }
}

/**
 * Converts a platform's error into a failure that is never 401 or 403, which would sign out the caller. Other errors stay
 * unchanged.
 */
export const toServiceFailure = (error: unknown): unknown => {
  if (error instanceof AddressNotAllowed) return fail('service.address_refused', { cause: error })
  if (!isPlatformProblem(error)) return error
  return fail('service.platform_failed', { values: { message: error.message }, cause: error })
}
