import type { Grant, GrantAccess } from '#connectors/kit/authorization.ts'
import { CredentialsRejected } from '#connectors/kit/platform-problems.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { CREDENTIALS_LOST, decryptSecrets, type ServiceSecrets, sealSecrets } from '../secrets/service-secrets.ts'
import { findService, lockService, type ServiceRow, updateService } from '../services.repo.ts'

type ServiceKey = Pick<ServiceRow, 'id' | 'account_id'>
const readable = (deps: Deps, row: ServiceRow | undefined): ServiceSecrets => {
  const secrets = row ? decryptSecrets(deps.keys, row) : null
  if (secrets === null || secrets === 'unreadable') throw new CredentialsRejected(CREDENTIALS_LOST)
  return secrets
}

/** Stores a grant next to the service's other secrets, which may have changed since they were read. */
const saveGrant = (deps: Deps, { id, account_id: accountId }: ServiceKey, grant: Grant): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    const row = await lockService(trx, accountId, id)
    if (!row) return
    const secrets = sealSecrets(deps.keys, { accountId, serviceId: id }, { ...readable(deps, row), grant })
    await updateService(trx, row, { secrets })
  })

/** The grant of a service, renewed by one run or process at a time; null where it has none. */
export const createGrantAccess = (
  deps: Deps,
  service: ServiceKey,
  secrets: ServiceSecrets | null,
): GrantAccess | null => {
  if (!secrets?.grant) return null
  let grant: Grant = secrets.grant
  return {
    current: () => grant,
    async renew(stale, fetchNext) {
      grant = await deps.turns.run(`service-grant:${service.id}`, async () => {
        const stored = readable(deps, await findService(deps.db, service.account_id, service.id)).grant
        if (stored && stored.accessToken !== stale.accessToken) return stored
        const next = await fetchNext(stored ?? stale)
        await saveGrant(deps, service, next)
        return next
      })
      return grant
    },
  }
}
