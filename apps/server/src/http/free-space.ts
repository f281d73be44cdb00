import type { FastifyInstance } from 'fastify'
import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'

const MEBIBYTE = 1_048_576
/** Below the warehouse's own floor, so uploads end first; enough for PostgreSQL's log to end a checkpoint and to delete. */
const FLOOR_BYTES = 64 * MEBIBYTE

/**
 * Refuses changes while the disk is nearly full: PostgreSQL stops altogether when it cannot write its log. Sessions go on and so
 * do reads and deletions, which are the way back. A database elsewhere has a disk of its own.
 */
export const refuseChangesWhenFull = (
  app: FastifyInstance,
  { env, freeBytes }: Pick<Deps, 'env' | 'freeBytes'>,
): void => {
  if (env.DATABASE_URL !== undefined) return
  app.addHook('onRequest', async ({ method, routeOptions: { config } }) => {
    const { endpoint } = config
    if (!endpoint || endpoint.access === 'public' || endpoint.effect === 'read' || method === 'DELETE') return
    if ((await freeBytes()) < FLOOR_BYTES) throw fail('storage.full')
  })
}
