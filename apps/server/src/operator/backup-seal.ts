import { randomBytes } from 'node:crypto'
import type { Env } from '#server/env.ts'
import { type MasterKeys, readMasterKeys } from '#server/keys.ts'
import { openBox, SealedBoxError, sealBox } from '#server/platform/sealed-box.ts'
import { StartFailure } from '#server/runtime.ts'

/** The key of a backup's files, 32 random bytes. */
export interface BackupSeal {
  readonly key: Buffer
  /** the key, sealed with the master key, in base64 */
  readonly sealed: string
}

const KEY_BYTES = 32
/** No account has this id. */
const OWNER = { accountId: 0, serviceId: 'backup' }

export const makeSeal = (keys: MasterKeys): BackupSeal => {
  const key = randomBytes(KEY_BYTES)
  return { key, sealed: sealBox(keys, OWNER, key.toString('base64')).toString('base64') }
}

/** Opens the seal of a backup. @throws StartFailure when the master key that sealed it is not set */
export const openSeal = async (env: Env, sealed: string): Promise<BackupSeal> => {
  const keys = await loadMasterKeys(env)
  const opened = withMasterKey(() => openBox(keys, OWNER, Buffer.from(sealed, 'base64')))
  return { key: Buffer.from(opened, 'base64'), sealed }
}

/** For a backup that is encrypted. @throws StartFailure when the environment has none */
export const loadMasterKeys = async (env: Env): Promise<MasterKeys> => {
  const keys = await readMasterKeys(env)
  if (!keys) throw new StartFailure('the backup is encrypted: set MASTER_KEY to the one that was set when it was made')
  return keys
}

/** Says what to do when a master key does not open what the backup holds. */
export const withMasterKey = <Result>(open: () => Result): Result => {
  try {
    return open()
  } catch (cause) {
    if (!(cause instanceof SealedBoxError)) throw cause
    throw new StartFailure(
      'the backup is encrypted with another master key: set MASTER_KEY, or MASTER_KEY_OLD, to the one that was set when it was made',
      { cause },
    )
  }
}
