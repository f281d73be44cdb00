import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Grant as PlatformGrant } from '#connectors/kit/authorization.ts'
import { type Db, unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Keys } from '#server/keys.ts'
import { type BoxOwner, isSealedWithCurrentKey, openBox, sealBox } from '#server/platform/sealed-box.ts'

const WEBHOOK_SECRET_BYTES = 24

const Grant = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  expires: z.number().nullable(),
  business: z.string().nullable(),
}) satisfies z.ZodType<PlatformGrant>

const Registered = z.object({
  url: z.string(),
  /** the platform's IDs; empty: it refused */
  ids: z.array(z.string()),
  /** key that signs the events */
  secret: z.string().nullable(),
  /** why the platform refused */
  problem: z.string().nullable(),
  /** epoch milliseconds */
  checked: z.number(),
})

/** Webhooks of a service at its platform. */
export type RegisteredWebhook = z.infer<typeof Registered>

const ServiceSecrets = z.object({
  /** secret settings, by name */
  settings: z.record(z.string(), z.string()),
  /** last part of the URL that the platform sends its events to */
  webhook: z.string(),
  /** access that a user gave on the platform; null: none */
  grant: Grant.nullable().default(null),
  /** webhooks that Cuvee registered at the platform; null: none yet */
  registered: Registered.nullable().default(null),
})

/** The encrypted data of a service. */
export type ServiceSecrets = z.infer<typeof ServiceSecrets>

type MasterKeys = Pick<Keys, 'master' | 'retiredMaster'>

export const newServiceSecrets = (
  settings: ServiceSecrets['settings'],
  grant: ServiceSecrets['grant'] = null,
): ServiceSecrets => ({
  settings,
  grant,
  registered: null,
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

/** The secrets of a service; null when it has none, `unreadable` when they must be entered again. */
export const decryptSecrets = (
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

/** The problem shown for a service whose secrets cannot be decrypted. */
export const CREDENTIALS_LOST = 'The saved credentials can no longer be read. Enter them again.'

interface Renewal {
  /** re-encrypted with the current key */
  readonly renewed: number
  /** encrypted with a key that no longer exists */
  readonly lost: number
}

/**
 * Re-encrypts every service's secrets with the current master key. Secrets that no key decrypts stay as they are, and
 * their services need attention. Covers all accounts, because keys belong to the installation. Idempotent.
 */
export const renewSecrets = async ({ db, keys, clock, log }: Deps): Promise<Renewal> => {
  const rows = await unscoped(db).selectFrom('services').selectAll().where('secrets', 'is not', null).execute()
  let renewed = 0
  let lost = 0
  for (const row of rows) {
    const { id, account_id, secrets: box } = row
    const secrets = decryptSecrets(keys, row)
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
  if (renewed + lost > 0) log.info({ renewed, lost }, 'service secrets re-encrypted')
  return { renewed, lost }
}

interface BoxRow {
  readonly id: string
  readonly account_id: number
  readonly box: Buffer
}

// Replaces only the value that was read, because credentials may have changed in the meantime.
const replaceBox = async (db: Db, { id, account_id, box }: BoxRow, secrets: Buffer): Promise<void> => {
  await db
    .updateTable('services')
    .set({ secrets })
    .where((eb) => eb.and({ account_id, id, secrets: box }))
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
    .where((eb) => eb.and({ account_id, id }))
    .execute()
}
