import type pg from 'pg'
import type { MasterKeys } from './keys.ts'
import { isSealedWithCurrentKey, openBox, SealedBoxError, sealBox } from './platform/sealed-box.ts'
import { StartFailure } from './runtime.ts'

/** No account has this id. */
const OWNER = { accountId: 0, serviceId: 'key-check' }

export const readKeyCheck = async (client: pg.Pool | pg.ClientBase): Promise<string | null> => {
  const { rows } = await client.query<{ key_check: Buffer | null }>('select key_check from installation')
  return rows[0]?.key_check?.toString('base64') ?? null
}

/** @throws StartFailure when neither master key opens the check: nothing that the data's key has sealed could be read */
export const assertKeyOpens = (keys: MasterKeys, check: string): void => {
  try {
    openBox(keys, OWNER, Buffer.from(check, 'base64'))
  } catch (cause) {
    if (!(cause instanceof SealedBoxError)) throw cause
    throw new StartFailure(
      'the master key is not the one that this data’s secrets are encrypted with: bring back the MASTER_KEY or keys.json of this installation; for a new key, set the former one as MASTER_KEY_OLD',
      { cause },
    )
  }
}

/**
 * Compares the master key with the installation's, which is noted at its first start.
 *
 * @throws StartFailure when it is another one
 */
export const assertMasterKey = async (pool: pg.Pool, keys: MasterKeys): Promise<void> => {
  const check = await readKeyCheck(pool)
  if (check !== null) assertKeyOpens(keys, check)
  if (check !== null && isSealedWithCurrentKey(keys, Buffer.from(check, 'base64'))) return
  await pool.query('update installation set key_check = $1', [sealBox(keys, OWNER, 'cuvee')])
}
