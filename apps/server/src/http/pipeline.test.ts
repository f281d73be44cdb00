import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/build-app.ts'
import { testApp } from '#testkit/test-app.ts'
import { type ContractCall, contractCalls } from '#testkit/test-client.ts'
import { createFairShare } from './fair-share.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const owner = await t.register()
const noShares = createFairShare(t.deps.activity, { readsPerAccount: 0, changesPerAccount: 0, maxWaitMs: 0 })
const appWithoutShares = await buildApp(t.deps, { takeShare: noShares })
afterAll(() => appWithoutShares.close())

const calls = contractCalls()
const guarded = calls.filter(({ meta }) => meta.access !== 'public')
const keyed = guarded.filter(({ method, meta }) => method === 'POST' && meta.effect === 'change')

const send = (app: FastifyInstance, { method, url, meta }: ContractCall, headers: Readonly<Record<string, string>>) => {
  const { query = '', body, raw } = meta.sample ?? {}
  const type = raw?.contentType ?? 'application/json'
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE'
  return app.inject({
    method,
    url: `${url.replace(/:\w+/g, 'none')}${query === '' ? '' : `?${query}`}`,
    headers: { authorization: `Bearer ${owner.token}`, ...(hasBody ? { 'content-type': type } : {}), ...headers },
    ...(hasBody ? { payload: raw?.text ?? JSON.stringify(body ?? {}) } : {}),
  })
}

const errorCode = ({ body }: { readonly body: string }): string =>
  body.startsWith('{') ? (JSON.parse(body).errors?.[0]?.code ?? '') : ''

describe('a call of a signed-in caller, whose account has no share left', () => {
  test.each(guarded.map((call) => [call.name, call] as const))('%s waits, or says why not', async (_name, call) => {
    const { callsOut = false, takesNoShare } = call.meta
    const code = errorCode(await send(appWithoutShares, call, {}))
    if (callsOut || takesNoShare !== undefined) expect(code).not.toBe('request.too_many')
    else expect(code).toBe('request.too_many')
  })
})

describe('a POST that changes, with the key of another request', () => {
  const key = 'used'

  beforeAll(async () => {
    const { accountId, userId } = owner
    const createdAt = new Date(t.clock.now())
    await t.deps.db
      .insertInto('idempotency_keys')
      .values({ account_id: accountId, user_id: userId, key, request_hash: 'another', created_at: createdAt })
      .execute()
  })

  test.each(keyed.map((call) => [call.name, call] as const))('%s is refused, or says why not', async (_name, call) => {
    const code = errorCode(await send(t.app, call, { 'idempotency-key': key }))
    if (call.meta.ignoresKey !== undefined) expect(code).not.toMatch(/^request.idempotency/)
    else expect(code).toMatch(/^request.idempotency_key_(reused|refused)$/)
  })
})
