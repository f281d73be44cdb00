import { checkAddress } from '#connectors/kit/address.ts'
import type { PlannedPause } from '#connectors/kit/budgets.ts'
import type { PlatformConnector, PlatformSession } from '#connectors/kit/connector.ts'
import { createPlatformClient } from '#connectors/kit/http-client.ts'
import { AddressNotAllowed, isPlatformProblem } from '#connectors/kit/platform-problems.ts'
import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { findAccountLocale } from '../find-service.ts'
import type { CheckedSettings } from '../settings.policy.ts'
import type { PlatformAccess } from './platform-access.ts'

export interface ConnectionRequest extends CheckedSettings {
  readonly connector: PlatformConnector
  readonly accountId: number
  /** whose limits the calls count against: the service's id */
  readonly connectionId: string
  readonly signal: AbortSignal
  /** before each longer pause; `until` by the clock of the server */
  readonly onWait?: (until: Date, reason: string) => void
}

export interface OpenConnection {
  readonly session: PlatformSession
  close(): Promise<void>
}

const addressOf = (
  { defaultUrl, type }: PlatformConnector,
  { addresses }: PlatformAccess,
  settings: CheckedSettings['settings'],
) => addresses[type] ?? (typeof defaultUrl === 'string' ? defaultUrl : defaultUrl(settings))

/** Throws `service.address_refused` when settings lead to an address that must not be called; names are looked at when they are called. */
export const assertAddressAllowed = (
  { platforms }: Pick<Deps, 'platforms'>,
  connector: PlatformConnector,
  settings: CheckedSettings['settings'],
): void => {
  try {
    checkAddress(addressOf(connector, platforms, settings), platforms)
  } catch (cause) {
    throw cause instanceof AddressNotAllowed ? fail('service.address_refused', { cause }) : cause
  }
}

/** A session with a platform, to be closed. Throws `AddressNotAllowed`. */
export const openConnection = async (
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'platforms'>,
  { connector, accountId, connectionId, settings, secrets, signal, onWait }: ConnectionRequest,
): Promise<OpenConnection> => {
  const { platforms, clock } = deps
  const { pace, budgets, allowPrivate, limits } = platforms
  const account = await findAccountLocale(deps, accountId)
  const waiting = ({ untilMs, reason }: PlannedPause) => onWait?.(new Date(clock.now() + untilMs - pace.now()), reason)
  const client = createPlatformClient({
    baseUrl: addressOf(connector, platforms, settings),
    allowPrivate,
    budgets: budgets.of(connectionId, connector.budgets),
    pace,
    signal,
    random: Math.random,
    ...(limits ? { limits } : {}),
    onWait: waiting,
    log: (call) => deps.log.debug({ ...call, connectionId }, 'platform call'),
  })
  const session = connector.open({ settings, secrets, client, now: () => clock.now(), account })
  return { session, close: () => client.close() }
}

/**
 * A platform's refusal as a failure of ours: never 401 or 403, which would sign out whoever asked. Other errors stay as
 * they are.
 */
export const toServiceFailure = (error: unknown): unknown => {
  if (error instanceof AddressNotAllowed) return fail('service.address_refused', { cause: error })
  if (!isPlatformProblem(error)) return error
  return fail('service.platform_failed', { values: { message: error.message }, cause: error })
}
