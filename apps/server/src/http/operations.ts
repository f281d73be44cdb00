import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { registerMetrics } from './metrics.ts'

/** What those who run the server ask it; no token needed. `healthz`: the process lives. `readyz`: it can serve calls. */
export const registerOperations = (app: FastifyInstance, { db }: Pick<Deps, 'db'>): void => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await sql`select 1`.execute(unscoped(db))
    return { status: 'ready' }
  })
  registerMetrics(app)
}
