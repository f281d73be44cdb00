import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Keys } from '#server/keys.ts'

const CIPHER = 'aes-256-gcm'
const VERSION = 1
const KEY_ID_BYTES = 8
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES

/** Whose box it is: opened for anybody else it does not open. */
export interface BoxOwner {
  readonly accountId: number
  readonly serviceId: string
}

type MasterKeys = Pick<Keys, 'master' | 'retiredMaster'>

/** The box is damaged, of another service, or of a key that is not there any more. */
export class BoxUnreadable extends Error {
  override readonly name = 'BoxUnreadable'
}

// Says which key a box needs, and nothing about the key.
const keyIdOf = (key: Buffer): Buffer =>
  createHash('sha256').update('cuvee-key-id').update(key).digest().subarray(0, KEY_ID_BYTES)

const ownerText = ({ accountId, serviceId }: BoxOwner): Buffer => Buffer.from(`${accountId}:${serviceId}`)

/** Version, key id, nonce, tag, then the text, encrypted for its owner with the current master key. */
export const sealBox = ({ master }: MasterKeys, owner: BoxOwner, text: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, master, nonce).setAAD(ownerText(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), keyIdOf(master), nonce, cipher.getAuthTag(), sealed])
}

/** Whether it was sealed with the current master key. */
export const isOfCurrentKey = ({ master }: MasterKeys, box: Buffer): boolean =>
  box[0] === VERSION && box.subarray(1, 1 + KEY_ID_BYTES).equals(keyIdOf(master))

/** @throws BoxUnreadable */
export const openBox = ({ master, retiredMaster }: MasterKeys, owner: BoxOwner, box: Buffer): string => {
  if (box.length < HEAD_BYTES || box[0] !== VERSION) throw new BoxUnreadable()
  const keyId = box.subarray(1, 1 + KEY_ID_BYTES)
  const key = [master, retiredMaster].find((known) => known !== null && keyIdOf(known).equals(keyId))
  if (!key) throw new BoxUnreadable()
  const nonce = box.subarray(1 + KEY_ID_BYTES, 1 + KEY_ID_BYTES + NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(ownerText(owner)).setAuthTag(box.subarray(HEAD_BYTES - TAG_BYTES, HEAD_BYTES))
  try {
    return Buffer.concat([decipher.update(box.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new BoxUnreadable('The box could not be opened', { cause })
  }
}
