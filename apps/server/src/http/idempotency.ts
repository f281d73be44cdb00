import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#contract/errors.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from './caller.ts'
import type { Endpoint } from './raw-route.ts'

const MAX_KEY_LENGTH = 255

interface Exchange {
  readonly deps: Deps
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly facts: Endpoint
}

type Work = (deps: Deps) => Promise<unknown>

/**
 * Runs a creating request once per user and `Idempotency-Key`. The key's row, the effect and the response commit together:
 * after a crash, a retry either finds the stored response or starts over. A concurrent request with the same key waits for
 * the first and gets its response; failed requests store nothing, so they can be retried.
 */
export const withIdempotency = async (exchange: Exchange, work: Work): Promise<unknown> => {
  const { deps, request, facts } = exchange
  const key = request.headers['idempotency-key']
  const isCreating = facts.method === 'POST' && facts.meta.effect === 'change' && facts.meta.isKeyed !== false
  if (typeof key !== 'string' || !isCreating || !request.caller) return work(deps)
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) throw fail('request.malformed')
  return once(exchange, request.caller, key, work)
}

const once = async (exchange: Exchange, caller: Caller, key: string, work: Work): Promise<unknown> => {
  const { deps, request, reply } = exchange
  const requestHash = hashOf(request)
  return deps.db.transaction().execute(async (trx) => {
    const isFirst = await claimKey(trx, { caller, key, requestHash, now: new Date(deps.clock.now()) })
    if (!isFirst) return replay(trx, { caller, key, requestHash }, reply)
    const output = await work({ ...deps, db: trx })
    await storeResponse(trx, { caller, key }, reply.statusCode, output)
    return output
  })
}

interface KeyOf {
  readonly caller: Caller
  readonly key: string
}

interface Claim extends KeyOf {
  readonly requestHash: string
}

const claimKey = async (trx: Db, { caller, key, requestHash, now }: Claim & { now: Date }): Promise<boolean> => {
  const row = { account_id: caller.accountId, user_id: caller.userId, key, request_hash: requestHash, created_at: now }
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

const replay = async (trx: Db, { caller, key, requestHash }: Claim, reply: FastifyReply): Promise<unknown> => {
  const stored = await trx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body'])
    .where('account_id', '=', caller.accountId)
    .where('user_id', '=', caller.userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (stored.request_hash !== requestHash) throw fail('request.idempotency_key_reused')
  reply.status(stored.status ?? 200).header('content-type', 'application/json; charset=utf-8')
  return stored.body
}

const storeResponse = async (trx: Db, { caller, key }: KeyOf, status: number, output: unknown): Promise<void> => {
  await trx
    .updateTable('idempotency_keys')
    .set({ status, body: JSON.stringify(output) })
    .where('account_id', '=', caller.accountId)
    .where('user_id', '=', caller.userId)
    .where('key', '=', key)
    .execute()
}

const hashOf = ({ method, url, body }: FastifyRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('hex')
