import type { z } from 'zod'
import type { ApiKey, ApiKeyInput, CreatedApiKey, KeyKind } from '#contract/api-keys.ts'
import { assertFound, fail } from '#contract/errors.ts'
import { DAY_MS } from '#domain/clock.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallContext } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { fullName, lockGiver } from '#server/modules/users/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { countKeys, deleteKey, insertKey, keepKey, type ListedKey, listKeys } from './api-keys.repo.ts'
import { newKey } from './authenticate-key.ts'

const presentKey = (row: ListedKey): ApiKey => ({
  id: row.id,
  name: row.name,
  kind: row.user_id === null ? 'service' : 'personal',
  scope: row.scope,
  prefix: row.prefix,
  userId: row.user_id,
  userName: row.first_name === null ? null : `${row.first_name} ${row.last_name ?? ''}`.trim(),
  createdByName: row.created_by_name,
  isDecisionDue: row.decision_due_at !== null,
  createdDateUtc: row.created_at.toISOString(),
  expiresDateUtc: row.expires_at?.toISOString() ?? null,
  lastUsedDateUtc: row.last_used_at?.toISOString() ?? null,
})

type Input = z.output<typeof ApiKeyInput>

type Context = Pick<CallContext, 'deps' | 'call'> & { readonly caller: Caller }

/** Errors: `request.quota`. */
export const createKey = async (
  { deps, call, caller }: Context,
  kind: KeyKind,
  { name, scope, expiresInDays }: Input,
): Promise<CreatedApiKey> => {
  const { key, hash, prefix } = newKey(deps.ids)
  const now = deps.clock.now()
  const id = deps.ids.next()
  const { accountId } = caller
  const userId = kind === 'personal' ? caller.userId : null
  call.note({ name, scope, expiresInDays })
  return inTransaction(deps.db, async (trx) => {
    const maker = await lockGiver(trx, caller, userId === null ? 'administration' : 'signedIn')
    const quota = userId === null ? 'serviceKeys' : 'personalKeys'
    await assertRoom(trx, quota, userId ?? accountId, () => countKeys(trx, { accountId, userId }))
    await insertKey(trx, {
      id,
      account_id: accountId,
      user_id: userId,
      name,
      scope,
      prefix,
      key_hash: hash,
      expires_at: expiresInDays === null ? null : new Date(now + expiresInDays * DAY_MS),
      last_used_at: null,
      created_at: new Date(now),
      ...(kind === 'service' ? { created_by: maker.id, created_by_name: fullName(maker) } : {}),
    })
    const row = (await listKeys(trx, accountId)).find((one) => one.id === id)
    if (row === undefined) throw fail('api_key.not_found')
    return { ...presentKey(row), key }
  })
}

/** The owner stands for the key from now on. Errors: `api_key.not_found`, also for a key that waits for no decision. */
export const keepServiceKey = ({ deps, call, caller }: Context, id: string): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    const maker = await lockGiver(trx, caller, 'ownership')
    const { accountId } = caller
    const stored = await keepKey(trx, { accountId, id, userId: maker.id, name: fullName(maker) })
    if (!stored) throw fail('api_key.not_found')
    call.note({ name: stored.name })
  })

/** The key is refused from the next request on. Errors: `api_key.not_found`. */
export const revokeKey = async (
  { deps, call }: { readonly deps: Deps; readonly call: CallContext['call'] },
  which: Parameters<typeof deleteKey>[1],
): Promise<void> => {
  const revoked = assertFound(await deleteKey(deps.db, which), 'api_key.not_found')
  call.note({ name: revoked.name })
}

/** The user's personal keys; without a user, all keys of the account. */
export const readKeys = async ({ db }: Deps, accountId: number, userId?: string): Promise<ApiKey[]> =>
  (await listKeys(db, accountId, userId)).map(presentKey)
