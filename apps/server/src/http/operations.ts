import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '#server/container.ts'
import { unscoped } from '#server/db/database.ts'

/** What those who run the server ask it; no token needed. */
export const registerOperations = (app: FastifyInstance, { db }: Deps): void => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await sql`select 1`.execute(unscoped(db))
    return { status: 'ready' }
  })
}
