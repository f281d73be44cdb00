import { z } from 'zod'
import type { Grant, GrantAccess } from '#connectors/kit/authorization.ts'
import { isPlatformRefusal } from '#connectors/kit/platform-problems.ts'
import { findPlatformConnector } from '#connectors/registry.ts'
import type { Deps } from '#server/deps.ts'
import { defineJob, handleJob } from '#server/jobs/job.ts'
import { findAccountLocale } from '../find-service.ts'
import { decryptSecrets, openSecrets } from '../secrets/service-secrets.ts'
import type { ServiceRow } from '../services.repo.ts'
import { openConnection } from './open-connection.ts'
import { createGrantAccess } from './stored-grant.ts'

const MAX_MS = 120_000

/** Removes a service's webhooks at the platform. The service may be gone by then, so the job has its encrypted secrets. */
const removeWebhooksJob = defineJob({
  name: 'remove-platform-webhooks',
  schema: z.object({
    accountId: z.number().int(),
    serviceId: z.string(),
    type: z.string(),
    settings: z.record(z.string(), z.unknown()),
    /** base64 */
    secrets: z.string(),
  }),
  concurrency: 2,
  retries: 3,
})

/** Queues the removal where the platform has webhooks of this service. `service`: as it was before its end. */
export const queueWebhookRemoval = async ({ db, jobs, keys }: Deps, service: ServiceRow): Promise<void> => {
  const { id: serviceId, account_id: accountId, type, settings, secrets: box } = service
  const secrets = decryptSecrets(keys, service)
  if (box === null || secrets === null || secrets === 'unreadable' || !secrets.registered?.ids.length) return
  await jobs.send(db, removeWebhooksJob, { accountId, serviceId, type, settings, secrets: box.toString('base64') })
}

/** Keeps a renewed grant of a removed service for this job only. */
const grantOfRemoved = (first: Grant): GrantAccess => {
  let grant = first
  return {
    current: () => grant,
    async renew(_stale, fetchNext) {
      grant = await fetchNext(grant)
      return grant
    },
  }
}

export const removeWebhooksHandler = handleJob(
  removeWebhooksJob,
  async (deps: Deps, { accountId, serviceId, type, settings, secrets: box }, { signal }) => {
    const connector = findPlatformConnector(type)
    const {
      grant,
      registered,
      settings: secrets,
    } = openSecrets(deps.keys, { accountId, serviceId }, Buffer.from(box, 'base64'))
    if (!connector || registered === null) return
    const stored = await deps.db
      .selectFrom('services')
      .selectAll()
      .where((eb) => eb.and({ account_id: accountId, id: serviceId }))
      .executeTakeFirst()
    const kept = stored ? decryptSecrets(deps.keys, stored) : null
    const { session, close } = await openConnection(deps, {
      connector,
      account: await findAccountLocale(deps, accountId),
      connectionId: serviceId,
      settings,
      secrets,
      grant:
        stored && kept !== null && kept !== 'unreadable'
          ? createGrantAccess(deps, stored, kept)
          : grant && grantOfRemoved(grant),
      signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]),
    })
    try {
      await session.webhooks?.remove(registered)
    } catch (error) {
      // Without access there is nothing more to do: events of a removed service are answered with 404.
      if (!isPlatformRefusal(error)) throw error
      deps.log.info({ err: error, serviceId }, 'webhooks could not be removed')
    } finally {
      await close()
    }
  },
)
