import { join } from 'node:path'
import type pg from 'pg'
import type { Env } from '#server/env.ts'
import { loadKeys, readMasterKeys } from '#server/keys.ts'
import { openFileKey } from '#server/modules/accounts/index.ts'
import { SealedBoxError } from '#server/platform/sealed-box.ts'
import { StartFailure } from '#server/runtime.ts'
import type { FileKey } from '#warehouse/duckdb/encryption/account-keys.ts'
import { KEY_FILE, type Manifest } from './backup-manifest.ts'

/** By account. */
export type FileKeysById = ReadonlyMap<number, FileKey>

export const OTHER_MASTER_KEY =
  'the backup is encrypted with another master key: set MASTER_KEY, or MASTER_KEY_OLD, to the one that was set when it was made'

/** The keys of a backup's encrypted account files. @throws StartFailure when the master key that sealed them is not set */
export const openFileKeys = async (env: Env, source: string, { keys }: Manifest): Promise<FileKeysById> => {
  const sealed = Object.entries(keys)
  if (sealed.length === 0) return new Map()
  const path = join(source, KEY_FILE)
  const master = (await readMasterKeys(env)) ?? (await loadKeys({ env, path, hasAccounts: async () => true }))
  try {
    return new Map(sealed.map(([id, box]) => [Number(id), openFileKey(master, Number(id), Buffer.from(box, 'base64'))]))
  } catch (cause) {
    throw cause instanceof SealedBoxError ? new StartFailure(OTHER_MASTER_KEY, { cause }) : cause
  }
}

const STORE_KEY = `insert into account_encryption_keys (account_id, version, sealed, created_at)
  select id, 1, $2, now() from accounts where id = $1`

/** The copies' keys replace those of the snapshot of the database, which may be older or newer. */
export const restoreFileKeys = async (pool: pg.Pool, { keys }: Manifest): Promise<void> => {
  for (const [accountId, box] of Object.entries(keys)) {
    await pool.query('delete from account_encryption_keys where account_id = $1', [accountId])
    await pool.query(STORE_KEY, [accountId, Buffer.from(box, 'base64')])
  }
}
