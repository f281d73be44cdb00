import type pg from 'pg'
import type { Env } from '#server/env.ts'
import { openFileKey } from '#server/modules/accounts/index.ts'
import type { FileKey } from '#warehouse/file-store.ts'
import type { Manifest } from './backup-manifest.ts'
import { masterKeysOf, withMasterKey } from './backup-seal.ts'

/** By account. */
export type FileKeysById = ReadonlyMap<number, FileKey>

/** The keys of a backup's encrypted account files. @throws StartFailure when the master key that sealed them is not set */
export const openFileKeys = async (env: Env, { keys }: Manifest): Promise<FileKeysById> => {
  const sealed = Object.entries(keys)
  if (sealed.length === 0) return new Map()
  const master = await masterKeysOf(env)
  return withMasterKey(
    () => new Map(sealed.map(([id, box]) => [Number(id), openFileKey(master, Number(id), Buffer.from(box, 'base64'))])),
  )
}

const STORE_KEY = `insert into account_encryption_keys (account_id, version, sealed, created_at)
  select id, 1, $2, now() from accounts where id = $1`

/** A copy's key may be newer than the snapshot of the database, so keys are not part of that. */
export const restoreFileKeys = async (pool: pg.Pool, { keys }: Manifest): Promise<void> => {
  for (const [accountId, box] of Object.entries(keys)) {
    await pool.query(STORE_KEY, [accountId, Buffer.from(box, 'base64')])
  }
}
