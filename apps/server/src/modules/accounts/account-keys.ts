import { randomBytes } from 'node:crypto'
import { fail } from '#contract/errors.ts'
import { type Db, inTransaction, unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { MasterKeys } from '#server/keys.ts'
import { isSealedWithCurrentKey, openBox, SealedBoxError, sealBox } from '#server/platform/sealed-box.ts'
import { StartFailure } from '#server/runtime.ts'
import type { AccountKeys, FileKey } from '#warehouse/file-store.ts'

const KEY_BYTES = 32

const ownerOf = (accountId: number) => ({ accountId, serviceId: 'account-file' })

/** For the store and for backups. */
export const sealFileKey = (keys: MasterKeys, accountId: number, key: FileKey): Buffer =>
  sealBox(keys, ownerOf(accountId), key)

/** @throws SealedBoxError */
export const openFileKey = (keys: MasterKeys, accountId: number, sealed: Buffer): FileKey =>
  openBox(keys, ownerOf(accountId), sealed)

/** The keys of account files, in the app database. Unless `isOn`, files should not be encrypted. */
type KeyDeps = Pick<Deps, 'db' | 'clock' | 'keys'>

export const createAccountKeys = ({ db, clock, keys }: KeyDeps, isOn: boolean): AccountKeys => {
  const read = async (accountId: number): Promise<FileKey[]> =>
    (await findKeys(db, accountId)).map(({ sealed }) => openFileKey(keys, accountId, sealed))
  return {
    find: async (accountId) => {
      const stored = await read(accountId)
      if (!isOn) return { wanted: null, previous: stored }
      if (stored.length === 0) await insertKey({ db, clock, keys }, accountId, 1)
      const [wanted = null, ...previous] = stored.length > 0 ? stored : await read(accountId)
      return { wanted, previous }
    },
    settle: async (accountId, wanted) => {
      for (const { version, sealed } of await findKeys(db, accountId)) {
        if (openFileKey(keys, accountId, sealed) === wanted) continue
        await db
          .deleteFrom('account_encryption_keys')
          .where((eb) => eb.and({ account_id: accountId, version }))
          .execute()
      }
    },
  }
}

const findKeys = (db: Db, accountId: number) =>
  db
    .selectFrom('account_encryption_keys')
    .select(['version', 'sealed'])
    .where('account_id', '=', accountId)
    .orderBy('version', 'desc')
    .execute()

/** Makes the key that the account's file should have from now on. @throws Failure `account.not_found` */
export const addKey = async (deps: KeyDeps, accountId: number): Promise<void> => {
  const [latest] = await findKeys(deps.db, accountId)
  await insertKey(deps, accountId, (latest?.version ?? 0) + 1)
}

/** Of two calls for one version, the first makes the key. */
const insertKey = ({ db, clock, keys }: KeyDeps, accountId: number, version: number): Promise<void> =>
  inTransaction(db, async (trx) => {
    const account = await trx.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst()
    if (!account) throw fail('account.not_found')
    const sealed = sealFileKey(keys, accountId, randomBytes(KEY_BYTES).toString('base64'))
    await trx
      .insertInto('account_encryption_keys')
      .values({ account_id: accountId, version, sealed, created_at: new Date(clock.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })

/**
 * Seals the keys of all accounts with the current master key. Idempotent.
 *
 * @throws StartFailure when neither it nor the previous one opens a key: its account's file could not be read
 */
export const renewAccountKeys = async ({ db, keys, log }: Deps): Promise<void> => {
  const all = unscoped(db)
  const rows = await all.selectFrom('account_encryption_keys').select(['account_id', 'version', 'sealed']).execute()
  let renewed = 0
  for (const { account_id: accountId, version, sealed } of rows) {
    if (isSealedWithCurrentKey(keys, sealed)) continue
    await db
      .updateTable('account_encryption_keys')
      .set({ sealed: sealFileKey(keys, accountId, openWithEither(keys, accountId, sealed)) })
      .where((eb) => eb.and({ account_id: accountId, version }))
      .execute()
    renewed += 1
  }
  if (renewed > 0) log.info({ renewed }, 'account keys sealed with the new master key')
}

const openWithEither = (keys: MasterKeys, accountId: number, sealed: Buffer): FileKey => {
  try {
    return openFileKey(keys, accountId, sealed)
  } catch (cause) {
    if (!(cause instanceof SealedBoxError)) throw cause
    throw new StartFailure(
      `MASTER_KEY is not the one that the key of account ${accountId} is encrypted with: bring it back, or set it as MASTER_KEY_OLD`,
      { cause },
    )
  }
}
