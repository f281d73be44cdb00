import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { LimitState, RateLimit } from '#server/platform/rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** limits that counted this request; null: none */
    limitStates: readonly LimitState[] | null
  }
}

/** Requests of one API key. Counted in memory: a restart may reset it, as it protects no secret. */
const KEY_LIMIT: RateLimit = { hits: 1_200, seconds: 60 }

interface Window {
  /** epoch milliseconds */
  readonly endsAt: number
  readonly hits: number
}

/** Counts requests by key in windows that begin with the first one. */
export const createKeyCounter = ({ clock }: Pick<Deps, 'clock'>, { hits: quota, seconds }: RateLimit) => {
  const windows = new Map<string, Window>()
  return (keyId: string): LimitState => {
    const now = clock.now()
    const last = windows.get(keyId)
    const current = last && last.endsAt > now ? last : { endsAt: now + seconds * 1000, hits: 0 }
    // Keys whose window is over come first, because a new window moves its key to the end.
    if (current !== last) {
      windows.delete(keyId)
      for (const [id, { endsAt }] of windows) {
        if (endsAt > now) break
        windows.delete(id)
      }
    }
    windows.set(keyId, { ...current, hits: current.hits + 1 })
    const resetSeconds = Math.max(1, Math.ceil((current.endsAt - now) / 1000))
    return { name: 'key', hits: quota, seconds, remaining: quota - current.hits - 1, resetSeconds }
  }
}

/** Refuses requests of an API key above its limit. Errors: `request.too_many`. */
export const limitKeys = (app: FastifyInstance, deps: Deps): ((request: FastifyRequest) => void) => {
  app.decorateRequest('limitStates', null)
  app.addHook('onSend', async (request, reply, payload) => {
    sendLimitHeaders(reply, request.limitStates)
    return payload
  })
  const count = createKeyCounter(deps, KEY_LIMIT)
  return (request) => {
    const key = request.caller?.apiKey
    if (!key || deps.env.RATE_LIMITS === 'off') return
    const state = count(key.id)
    request.limitStates = [state]
    if (state.remaining < 0) throw fail('request.too_many', { retryAfter: state.resetSeconds })
  }
}

/** As draft-ietf-httpapi-ratelimit-headers describes them: one item per limit that counted the request. */
const sendLimitHeaders = (reply: FastifyReply, states: FastifyRequest['limitStates']): void => {
  if (states === null) return
  const items = (text: (state: LimitState) => string) => states.map(text).join(', ')
  reply.header(
    'ratelimit-policy',
    items(({ name, hits, seconds }) => `"${name}";q=${hits};w=${seconds}`),
  )
  reply.header(
    'ratelimit',
    items(({ name, remaining, resetSeconds }) => `"${name}";r=${Math.max(0, remaining)};t=${resetSeconds}`),
  )
}
