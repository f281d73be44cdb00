import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import { unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Env } from '#server/env.ts'
import { bearerToken } from './call.ts'
import { isLocalRequest, isSameSecret } from './exposure.ts'

const NANOSECONDS_PER_SECOND = 1e9

interface Tally {
  count: number
  seconds: number
}

/** Serves response counts by status class and process metrics in the Prometheus text format, to those who may have them. */
const registerMetrics = (app: FastifyInstance, env: Env): void => {
  const tallies = new Map<string, Tally>()
  const loop = monitorEventLoopDelay()
  loop.enable()
  app.addHook('onResponse', async (_request, { statusCode, elapsedTime }) => {
    const status = `${Math.floor(statusCode / 100)}xx`
    const { count, seconds } = tallies.get(status) ?? { count: 0, seconds: 0 }
    tallies.set(status, { count: count + 1, seconds: seconds + elapsedTime / 1000 })
  })
  app.addHook('onClose', async () => {
    loop.disable()
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, env)) throw fail('route.not_found')
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    const delay = loop.percentile(99) / NANOSECONDS_PER_SECOND
    return `${[...answerLines(tallies), ...processLines(delay)].join('\n')}\n`
  })
}

const mayRead = (request: FastifyRequest, env: Env): boolean =>
  env.METRICS_TOKEN === undefined
    ? isLocalRequest(request, env)
    : isSameSecret(bearerToken(request.headers.authorization), env.METRICS_TOKEN)

const answerLines = (tallies: ReadonlyMap<string, Tally>): string[] =>
  [...tallies].flatMap(([status, { count, seconds }]) => [
    `cuvee_http_answers_total{status="${status}"} ${count}`,
    `cuvee_http_answer_seconds_sum{status="${status}"} ${seconds.toFixed(3)}`,
  ])

const processLines = (delay: number): string[] => [
  `cuvee_process_uptime_seconds ${Math.round(process.uptime())}`,
  `cuvee_process_resident_bytes ${process.memoryUsage.rss()}`,
  `cuvee_event_loop_delay_p99_seconds ${delay.toFixed(4)}`,
]

/** Operations endpoints without a session. `healthz`: the process is alive. `readyz`: it can serve requests. */
export const registerOperations = (app: FastifyInstance, { db, env }: Pick<Deps, 'db' | 'env'>): void => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await sql`select 1`.execute(unscoped(db))
    return { status: 'ready' }
  })
  registerMetrics(app, env)
}
