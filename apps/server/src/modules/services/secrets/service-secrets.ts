import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Keys } from '#server/keys.ts'
import { type BoxOwner, openBox, sealBox } from '#server/platform/sealed-box.ts'

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
