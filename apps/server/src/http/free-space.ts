import type { FastifyInstance } from 'fastify'
import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'

const MEBIBYTE = 1_048_576
/** Below the warehouse's own minimum, so uploads are rejected first; enough WAL space for a checkpoint and for deletions. */
export const MIN_FREE_BYTES = 64 * MEBIBYTE

/**
 * Rejects changes while the disk is nearly full: PostgreSQL shuts down when it cannot write its WAL. Sessions, reads and
 * deletions keep working so that users can free space. Does not apply to an external database, which has its own disk.
 */
export const rejectChangesWhenFull = (app: FastifyInstance, { env, freeBytes }: Deps): void => {
  if (env.DATABASE_URL !== undefined) return
  app.addHook('onRequest', async ({ method, routeOptions: { config } }) => {
    const { endpoint } = config
    if (!endpoint || endpoint.access === 'public' || endpoint.effect === 'read' || method === 'DELETE') return
    if ((await freeBytes()) < MIN_FREE_BYTES) throw fail('storage.full')
  })
}
