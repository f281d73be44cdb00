import type { PlatformSession } from '#connectors/kit/connector.ts'
import { CredentialsRejected } from '#connectors/kit/platform-problems.ts'
import { findPlatformConnector } from '#connectors/registry.ts'
import type { Deps } from '#server/deps.ts'
import { findAccountLocale, requireService } from '../find-service.ts'
import { CREDENTIALS_LOST, decryptSecrets } from '../secrets/service-secrets.ts'
import { openConnection } from './open-connection.ts'
import { createGrantAccess } from './stored-grant.ts'

interface ServiceCall {
  readonly accountId: number
  readonly serviceId: string
  readonly signal: AbortSignal
}

/** Lends a session with the platform of a service. Errors: `service.not_found`; those of platform-problems.ts. */
export const withSession = async <T>(
  deps: Deps,
  { accountId, serviceId, signal }: ServiceCall,
  use: (session: PlatformSession) => Promise<T>,
): Promise<T> => {
  const service = await requireService(deps, accountId, serviceId)
  const connector = findPlatformConnector(service.type)
  const secrets = decryptSecrets(deps.keys, service)
  if (!connector || secrets === null || secrets === 'unreadable') throw new CredentialsRejected(CREDENTIALS_LOST)
  const { session, close } = await openConnection(deps, {
    connector,
    account: await findAccountLocale(deps, accountId),
    connectionId: serviceId,
    settings: service.settings,
    secrets: secrets.settings,
    grant: createGrantAccess(deps, service, secrets),
    signal,
  })
  try {
    return await use(session)
  } finally {
    await close()
  }
}
