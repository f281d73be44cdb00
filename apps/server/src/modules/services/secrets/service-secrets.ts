import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Db, unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Keys } from '#server/keys.ts'
import { type BoxOwner, isSealedWithCurrentKey, openBox, sealBox } from '#server/platform/sealed-box.ts'

const WEBHOOK_SECRET_BYTES = 24

const ServiceSecrets = z.object({
  /** secret settings, by name */
  settings: z.record(z.string(), z.string()),
  /** last part of the address that the platform sends its events to */
  webhook: z.string(),
})

/** What a service keeps encrypted. */
export type ServiceSecrets = z.infer<typeof ServiceSecrets>

type MasterKeys = Pick<Keys, 'master' | 'retiredMaster'>

export const newServiceSecrets = (settings: ServiceSecrets['settings']): ServiceSecrets => ({
  settings,
  webhook: randomBytes(WEBHOOK_SECRET_BYTES).toString('base64url'),
})

export const sealSecrets = (keys: MasterKeys, owner: BoxOwner, secrets: ServiceSecrets): Buffer =>
  sealBox(keys, owner, JSON.stringify(secrets))

/** @throws BoxUnreadable */
export const openSecrets = (keys: MasterKeys, owner: BoxOwner, box: Buffer): ServiceSecrets =>
  ServiceSecrets.parse(JSON.parse(openBox(keys, owner, box)))

interface SecretRow {
  readonly id: string
  readonly account_id: number
  readonly secrets: Buffer | null
}

/** The secrets of a service; null when it keeps none, `unreadable` when they have to be entered again. */
export const secretsOf = (
  keys: MasterKeys,
  { id, account_id, secrets }: SecretRow,
): ServiceSecrets | null | 'unreadable' => {
  if (!secrets) return null
  try {
    return openSecrets(keys, { accountId: account_id, serviceId: id }, secrets)
  } catch {
    return 'unreadable'
  }
}

/** What a service whose secrets cannot be read says. */
export const CREDENTIALS_LOST = 'The saved credentials can no longer be read. Enter them again.'

interface Renewal {
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
}: Pick<Deps, 'db' | 'keys' | 'clock' | 'log'>): Promise<Renewal> => {
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
