import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import type { Keys } from '#server/keys.ts'
import { openBox, sealBox } from '#server/platform/sealed-box.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
/** How long a replaced secret still signs, so that receivers can change over. */
const OVERLAP_MS = DAY_MS

const Secrets = z.object({
  current: z.string(),
  /** with the time until which it signs, in epoch milliseconds */
  former: z.object({ secret: z.string(), until: z.number() }).nullable(),
})
type Secrets = z.infer<typeof Secrets>

type MasterKeys = Pick<Keys, 'master' | 'retiredMaster'>

/** The stored secrets of a webhook. */
export interface SecretsRow {
  readonly id: string
  readonly account_id: number
  readonly secrets: Buffer
}

const toSecretOwner = ({ id, account_id }: Omit<SecretsRow, 'secrets'>) => ({
  accountId: account_id,
  serviceId: `webhook:${id}`,
})

const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

/**
 * What is sealed in a row: signing secrets as JSON, or the address of a channel.
 *
 * @throws SealedBoxError
 */
export const openText = (keys: MasterKeys, row: SecretsRow): string => openBox(keys, toSecretOwner(row), row.secrets)

export const sealText = (keys: MasterKeys, row: Omit<SecretsRow, 'secrets'>, text: string): Buffer =>
  sealBox(keys, toSecretOwner(row), text)

/** @throws SealedBoxError */
export const openSecrets = (keys: MasterKeys, row: SecretsRow): Secrets =>
  Secrets.parse(JSON.parse(openText(keys, row)))

export const sealSecrets = (keys: MasterKeys, row: Omit<SecretsRow, 'secrets'>, secrets: Secrets): Buffer =>
  sealText(keys, row, JSON.stringify(secrets))

export const firstSecrets = (): Secrets => ({ current: newSecret(), former: null })

/** @param now epoch milliseconds */
export const replacedSecrets = ({ current }: Secrets, now: number): Secrets => ({
  current: newSecret(),
  former: { secret: current, until: now + OVERLAP_MS },
})

interface Message {
  readonly id: string
  readonly payload: string
}

const sign = (secret: string, content: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(content)
    .digest('base64')}`

/**
 * Headers as Standard Webhooks 1.0 defines them: HMAC-SHA256 over id, time and body, one signature for each valid secret.
 *
 * @param now epoch milliseconds
 */
export const signatureHeaders = ({ id, payload }: Message, { current, former }: Secrets, now: number) => {
  const seconds = Math.floor(now / 1000)
  const valid = former !== null && former.until > now ? [current, former.secret] : [current]
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': valid.map((secret) => sign(secret, `${id}.${seconds}.${payload}`)).join(' '),
  }
}
