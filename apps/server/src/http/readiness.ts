import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { MIN_FREE_BYTES } from './free-space.ts'

const CHECK_MS = 3_000

/** Each resolves when its part works. */
const CHECKS = {
  database: async ({ db }) => {
    await sql`select 1`.execute(unscoped(db))
  },
  disk: async ({ freeBytes }) => {
    if ((await freeBytes()) < MIN_FREE_BYTES) throw new Error('the disk is full')
  },
  warehouse: ({ warehouse }) => warehouse.ping(),
  jobs: async ({ jobs }) => {
    if (!jobs.isAlive()) throw new Error('no job has run for a while')
  },
} as const satisfies Record<string, (deps: Deps) => Promise<void>>

const withinTime = async (check: Promise<void>): Promise<void> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no response within ${CHECK_MS} ms`)), CHECK_MS)
  try {
    await Promise.race([check, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Names of the parts that do not work. */
const findFailing = async (deps: Deps): Promise<string[]> => {
  const checked = await Promise.all(
    Object.entries(CHECKS).map(async ([part, check]) => {
      try {
        await withinTime(check(deps))
        return null
      } catch (error) {
        deps.log.warn({ err: error, part }, 'not ready')
        return part
      }
    }),
  )
  return checked.filter((part) => part !== null)
}

/** `/readyz`: 200 when the process can serve requests and jobs, else 503 with the names of the parts that fail. */
export const registerReadiness = (app: FastifyInstance, deps: Deps): void => {
  // Anyone may ask, so calls at the same time share one check.
  let checking: Promise<string[]> | null = null
  app.get('/readyz', async (_request, reply) => {
    checking ??= findFailing(deps).finally(() => {
      checking = null
    })
    const failing = await checking
    if (failing.length === 0) return { status: 'ready' }
    return reply.code(503).send({ status: 'unavailable', failing })
  })
}
