import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#contract/errors.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { openBox, SealedBoxError, sealBox } from '#server/platform/sealed-box.ts'
import type { Caller } from './caller.ts'
import type { Endpoint } from './endpoint.ts'

const MAX_KEY_LENGTH = 255

interface Exchange {
  readonly deps: Deps
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly facts: Endpoint
  /** the handler reads the body as it arrives, so that it cannot be compared before */
  readonly hasUnreadBody: boolean
}

type Work = (deps: Deps) => Promise<unknown>

/**
 * Runs a creating request once per user and `Idempotency-Key`. A concurrent request with the same key, also to another process,
 * waits for the first, without a connection, and gets its response; failed requests store nothing, so they can be retried.
 *
 * Key, effect and response commit together: after a crash, a retry either finds the stored response or starts over. A handler
 * that calls other systems (`callsOut`) or is raw has no transaction: the key is claimed first and the response stored at the end.
 * If a crash or a failure separates the two, a retry repeats the handler. Errors: `request.idempotency_key_refused` for an unread body.
 */
export const withIdempotency = async (exchange: Exchange, work: Work): Promise<unknown> => {
  const { deps, request, facts, hasUnreadBody } = exchange
  const key = request.headers['idempotency-key']
  const isCreating = facts.method === 'POST' && facts.meta.effect === 'change' && facts.meta.ignoresKey === undefined
  if (typeof key !== 'string' || !isCreating || !request.caller) return work(deps)
  if (hasUnreadBody) throw fail('request.idempotency_key_refused')
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) throw fail('request.malformed')
  const { accountId, userId } = request.caller
  const claim = { accountId, userId, key, requestHash: hashRequest(request) }
  const run = facts.meta.callsOut || facts.meta.transport === 'raw' ? onceOutsideTransaction : onceInTransaction
  return deps.turns.run(JSON.stringify(['request', accountId, userId, key]), () => run(exchange, claim, work))
}

interface Claim extends Pick<Caller, 'accountId' | 'userId'> {
  readonly key: string
  readonly requestHash: string
}

const onceInTransaction = (exchange: Exchange, claim: Claim, work: Work): Promise<unknown> =>
  inTransaction(exchange.deps.db, async (trx) => {
    const deps = { ...exchange.deps, db: trx }
    const stored = await claimKey(deps, claim)
    if (stored?.body) return replay(exchange, claim, stored)
    const output = await work(deps)
    await storeResponse(deps, claim, exchange.reply.statusCode, output)
    return output
  })

const onceOutsideTransaction = async (exchange: Exchange, claim: Claim, work: Work): Promise<unknown> => {
  const { deps } = exchange
  // A claim without a response was left by a process that ended.
  const stored = await claimKey(deps, claim)
  if (stored?.body) return replay(exchange, claim, stored)
  try {
    const output = await work(deps)
    await storeResponse(deps, claim, exchange.reply.statusCode, output)
    return output
  } catch (error) {
    // Without the database the claim stays; a retry takes it over.
    await releaseKey(deps.db, claim).catch(() => undefined)
    throw error
  }
}

interface StoredResponse {
  readonly status: number | null
  /** null: the request was claimed and has no response yet */
  readonly body: string | null
}

const keyRow = (db: Db, { accountId, userId, key }: Claim) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body'])
    .where((eb) => eb.and({ account_id: accountId, user_id: userId, key }))

/** Claims the key, or returns what an earlier request stored. Errors: `request.idempotency_key_reused`. */
const claimKey = async ({ db, clock }: Deps, claim: Claim): Promise<StoredResponse | undefined> => {
  const { accountId, userId, key, requestHash } = claim
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({
      account_id: accountId,
      user_id: userId,
      key,
      request_hash: requestHash,
      created_at: new Date(clock.now()),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return undefined
  const stored = await keyRow(db, claim).executeTakeFirstOrThrow()
  if (stored.request_hash !== requestHash) throw fail('request.idempotency_key_reused')
  return stored
}

const releaseKey = async (db: Db, { accountId, userId, key }: Claim): Promise<void> => {
  await db
    .deleteFrom('idempotency_keys')
    .where((eb) => eb.and({ account_id: accountId, user_id: userId, key }))
    .where('body', 'is', null)
    .execute()
}

// Responses contain secrets, such as a webhook's URL, so they are stored encrypted and open for their own key only.
const boxOwner = ({ accountId, userId, key }: Claim) => ({ accountId, serviceId: `response:${userId}:${key}` })

const storeResponse = async ({ db, keys }: Deps, claim: Claim, status: number, output: unknown): Promise<void> => {
  const { accountId, userId, key } = claim
  const body = sealBox(keys, boxOwner(claim), JSON.stringify(output)).toString('base64')
  await db
    .updateTable('idempotency_keys')
    .set({ status, body })
    .where((eb) => eb.and({ account_id: accountId, user_id: userId, key }))
    .execute()
}

const replay = ({ deps, reply }: Exchange, claim: Claim, { status, body }: StoredResponse): string => {
  reply.status(status ?? 200).header('content-type', 'application/json; charset=utf-8')
  return openResponse(deps, claim, body ?? '')
}

/** Errors: `request.response_lost` after the master key was replaced. */
const openResponse = ({ keys }: Deps, claim: Claim, body: string): string => {
  // Earlier releases stored plain JSON; no box in base64 starts like it.
  if (/^(?:[[{"]|null$)/.test(body)) return body
  try {
    return openBox(keys, boxOwner(claim), Buffer.from(body, 'base64'))
  } catch (cause) {
    throw cause instanceof SealedBoxError ? fail('request.response_lost', { cause }) : cause
  }
}

const hashRequest = ({ method, url, body }: FastifyRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('hex')
