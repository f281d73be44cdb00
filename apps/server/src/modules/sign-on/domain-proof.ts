import { Resolver } from 'node:dns/promises'
import { proofRecord } from '#domain/single-sign-on.ts'
import type { Deps } from '#server/deps.ts'
import { assertMayCallOut } from '#server/platform/outside-calls.ts'
import type { DomainRow } from './sign-on.repo.ts'

/** Milliseconds that a name server has for an answer, and how often it is asked. */
const LIMITS = { timeout: 3_000, tries: 2 }

/** Whether the domain has the TXT record that proves it. No answer is no proof. */
export const hasProofRecord = async (
  { env: { DNS_SERVERS } }: Pick<Deps, 'env'>,
  { domain, proof }: DomainRow,
): Promise<boolean> => {
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
