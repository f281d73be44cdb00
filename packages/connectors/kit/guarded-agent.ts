import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { Agent } from 'undici'
import { type AddressRule, isPublicIp } from './address.ts'
import { AddressNotAllowed } from './platform-problems.ts'

/** Resolves a host name to all of its addresses. */
export type ResolveName = (hostname: string) => Promise<readonly LookupAddress[]>

/** Milliseconds of the machine's clock. */
export interface TimeLimits {
  readonly connectMs: number
  /** from the request to the end of the response headers */
  readonly headersMs: number
  /** between two chunks of the body */
  readonly bodyIdleMs: number
}

export const TIME_LIMITS: TimeLimits = { connectMs: 10_000, headersMs: 30_000, bodyIdleMs: 30_000 }

export interface GuardedAgentOptions extends AddressRule {
  readonly limits?: TimeLimits
  readonly resolve?: ResolveName
}

const resolveBySystem: ResolveName = (hostname) => systemLookup(hostname, { all: true })

const asError = (cause: unknown): Error =>
  cause instanceof Error ? cause : new Error('The name could not be resolved')

/** The addresses of a name, all of them allowed. Throws `AddressNotAllowed`. */
export const resolveGuarded = async (
  { allowPrivate, resolve = resolveBySystem }: GuardedAgentOptions,
  hostname: string,
): Promise<[LookupAddress, ...LookupAddress[]]> => {
  const [first, ...others] = await resolve(hostname)
  if (!first) throw new Error('The name has no address')
  if (!allowPrivate && ![first, ...others].every(({ address }) => isPublicIp(address))) throw new AddressNotAllowed()
  return [first, ...others]
}

// Connects to the address that was checked, so that a name cannot resolve differently in between.
const guardedLookup =
  (agent: GuardedAgentOptions): LookupFunction =>
  (hostname, { all }, callback) => {
    resolveGuarded(agent, hostname).then(
      (addresses) => (all ? callback(null, addresses) : callback(null, addresses[0].address, addresses[0].family)),
      (cause: unknown) => callback(asError(cause), ''),
    )
  }

/**
 * An agent that connects to public addresses only, whatever a name resolves to. Literal addresses are not resolved and so not
 * checked here: call `checkAddress` before. It follows no redirects.
 */
export const createGuardedAgent = (options: GuardedAgentOptions): Agent => {
  const { connectMs, headersMs, bodyIdleMs } = options.limits ?? TIME_LIMITS
  return new Agent({
    connect: { lookup: guardedLookup(options), timeout: connectMs },
    headersTimeout: headersMs,
    bodyTimeout: bodyIdleMs,
    allowH2: false,
    connections: 4,
  })
}
