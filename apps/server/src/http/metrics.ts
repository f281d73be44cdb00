import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { Env } from '#server/env.ts'
import { bearerToken } from './call.ts'
import { createCollector, sampleLine } from './collect-metrics.ts'
import { isLocalRequest, isSameSecret } from './exposure.ts'
import { registerReadiness } from './readiness.ts'

const NANOSECONDS_PER_SECOND = 1e9

interface Tally {
  count: number
  seconds: number
}

/** Serves metrics in the Prometheus text format, to those who may have them. */
const registerMetrics = (app: FastifyInstance, deps: Deps, freshMs?: number): void => {
  const { env } = deps
  const collect = createCollector(deps, freshMs)
  const tallies = new Map<string, Tally>()
  const loop = monitorEventLoopDelay()
  loop.enable()
  const loopDelay = recentDelay(loop)
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
    const samples = await collect()
    return `${[...answerLines(tallies), ...processLines(loopDelay()), ...samples.map(sampleLine)].join('\n')}\n`
  })
}

const WINDOW_MS = 60_000

/** Reads the delay of the last one to two minutes: a percentile since the start would hide what is slow now. */
const recentDelay = (loop: ReturnType<typeof monitorEventLoopDelay>): (() => LoopDelay) => {
  let before: LoopDelay = { p99: 0, max: 0 }
  let resetAt = performance.now()
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds) / NANOSECONDS_PER_SECOND
  return () => {
    const current = { p99: seconds(loop.percentile(99)), max: seconds(loop.max) }
    const worst = { p99: Math.max(before.p99, current.p99), max: Math.max(before.max, current.max) }
    if (performance.now() - resetAt >= WINDOW_MS) {
      before = current
      resetAt = performance.now()
      loop.reset()
    }
    return worst
  }
}

interface LoopDelay {
  readonly p99: number
  readonly max: number
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

const processLines = ({ p99, max }: LoopDelay): string[] => [
  `cuvee_process_uptime_seconds ${Math.round(process.uptime())}`,
  `cuvee_process_resident_bytes ${process.memoryUsage.rss()}`,
  `cuvee_event_loop_delay_p99_seconds ${p99.toFixed(4)}`,
  `cuvee_event_loop_delay_max_seconds ${max.toFixed(4)}`,
]

/**
 * Operations endpoints without a session. `healthz`: the process is alive. `readyz`: it can serve requests. `freshMs`: how long
 * scrapes share what was collected.
 */
export const registerOperations = (app: FastifyInstance, deps: Deps, freshMs?: number): void => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  registerReadiness(app, deps)
  registerMetrics(app, deps, freshMs)
}
