import { type Db, unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { isSealedWithCurrentKey } from '#server/platform/sealed-box.ts'
import { sealSecrets, secretsOf } from './service-secrets.ts'

/** What a service whose secrets cannot be read says. */
export const CREDENTIALS_LOST = 'The saved credentials can no longer be read. Enter them again.'

interface Renewed {
  /** encrypted anew with the current key */
  readonly renewed: number
  /** of a key that is not there any more */
  readonly lost: number
}

/**
 * Encrypts every service's secrets with the current master key; those that no key opens are kept, and their services need
 * attention. Over all accounts, since a key is one of the installation. Harmless to repeat.
 */
export const renewSecrets = async ({
  db,
  keys,
  clock,
  log,
}: Pick<Deps, 'db' | 'keys' | 'clock' | 'log'>): Promise<Renewed> => {
  const rows = await unscoped(db).selectFrom('services').selectAll().where('secrets', 'is not', null).execute()
  let renewed = 0
  let lost = 0
  for (const row of rows) {
    const { id, account_id, secrets: box } = row
    const secrets = secretsOf(keys, row)
    if (secrets === 'unreadable') {
      lost += 1
      await markLost(db, row, new Date(clock.now()))
    } else if (box && secrets && !isSealedWithCurrentKey(keys, box)) {
      renewed += 1
      await replaceBox(
        db,
        { id, account_id, box },
        sealSecrets(keys, { accountId: account_id, serviceId: id }, secrets),
      )
    }
  }
  if (renewed + lost > 0) log.info({ renewed, lost }, 'secrets of services')
  return { renewed, lost }
}

interface BoxRow {
  readonly id: string
  readonly account_id: number
  readonly box: Buffer
}

// Only over the box that was read: credentials that were entered meanwhile are newer.
const replaceBox = async (db: Db, { id, account_id, box }: BoxRow, secrets: Buffer): Promise<void> => {
  await db
    .updateTable('services')
    .set({ secrets })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('secrets', '=', box)
    .execute()
}

const markLost = async (db: Db, { id, account_id }: { id: string; account_id: number }, now: Date): Promise<void> => {
  await db
    .updateTable('services')
    .set((row) => ({
      problem: CREDENTIALS_LOST,
      needs_attention_at: row.fn.coalesce('needs_attention_at', row.val(now)),
      next_sync_at: null,
    }))
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute()
}
