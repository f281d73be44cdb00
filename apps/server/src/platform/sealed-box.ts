import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { MasterKeys } from '#server/keys.ts'

const CIPHER = 'aes-256-gcm'
const VERSION = 1
const KEY_ID_BYTES = 8
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES

/** The owner is authenticated with the text: a box opens only for the owner it was sealed for. */
export interface BoxOwner {
  readonly accountId: number
  readonly serviceId: string
}

/** The box is damaged, belongs to another owner, or its key is no longer configured. */
export class SealedBoxError extends Error {
  override readonly name = 'BoxUnreadable'
}

// Identifies the key without revealing anything about it.
const toKeyId = (key: Buffer): Buffer =>
  createHash('sha256').update('cuvee-key-id').update(key).digest().subarray(0, KEY_ID_BYTES)

const toOwnerData = ({ accountId, serviceId }: BoxOwner): Buffer => Buffer.from(`${accountId}:${serviceId}`)

/** Version, key id, nonce, tag, then the text encrypted with the current master key. */
export const sealBox = ({ master }: MasterKeys, owner: BoxOwner, text: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, master, nonce).setAAD(toOwnerData(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), toKeyId(master), nonce, cipher.getAuthTag(), sealed])
}

export const isSealedWithCurrentKey = ({ master }: MasterKeys, box: Buffer): boolean =>
  box[0] === VERSION && box.subarray(1, 1 + KEY_ID_BYTES).equals(toKeyId(master))

/** @throws BoxUnreadable */
export const openBox = ({ master, retiredMaster }: MasterKeys, owner: BoxOwner, box: Buffer): string => {
  if (box.length < HEAD_BYTES || box[0] !== VERSION) throw new SealedBoxError()
  const keyId = box.subarray(1, 1 + KEY_ID_BYTES)
  const key = [master, retiredMaster].find((known) => known !== null && toKeyId(known).equals(keyId))
  if (!key) throw new SealedBoxError()
  const nonce = box.subarray(1 + KEY_ID_BYTES, 1 + KEY_ID_BYTES + NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(toOwnerData(owner)).setAuthTag(box.subarray(HEAD_BYTES - TAG_BYTES, HEAD_BYTES))
  try {
    return Buffer.concat([decipher.update(box.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new SealedBoxError('The box could not be opened', { cause })
  }
}
