import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const MAGIC = Buffer.from('CUVEESL\x01', 'latin1')
const SALT_BYTES = 16
const HEADER_BYTES = MAGIC.length + SALT_BYTES
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CHUNK_BYTES = 65_536

/** The stream is cut, was changed, has another name, or is sealed with another key. */
export class SealedStreamError extends Error {
  override readonly name = 'StreamUnreadable'
}

type Bytes = AsyncIterable<Buffer | string>
type Translate = (source: Bytes) => AsyncGenerator<Buffer, void>

interface Chunk {
  readonly content: Buffer
  readonly isLast: boolean
}

/** Chunks of `size` bytes after a first one of `first` bytes; the last is shorter, and empty only if all is. */
async function* chunksOf(source: Bytes, size: number, first = size): AsyncGenerator<Chunk, void> {
  let rest: Buffer = Buffer.alloc(0)
  let wanted = first
  for await (const piece of source) {
    rest = Buffer.concat([rest, typeof piece === 'string' ? Buffer.from(piece) : piece])
    while (rest.length > wanted) {
      yield { content: rest.subarray(0, wanted), isLast: false }
      rest = rest.subarray(wanted)
      wanted = size
    }
  }
  yield { content: rest, isLast: true }
}

/** The nonce of each chunk is its place and whether it is the last: the key is used for one stream only. */
const nonceOf = (index: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(index, NONCE_BYTES - 5)
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0
  return nonce
}

const streamKey = (key: Buffer, name: string, header: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, header, `cuvee-sealed-stream:${name}`, KEY_BYTES))

/**
 * Encrypts a stream in chunks: none can be changed, moved, left out or cut off unnoticed, nor the whole be taken for another.
 *
 * @param key 32 bytes
 * @param name what the stream is; it opens by this name only
 */
export const sealStream = (key: Buffer, name: string): Translate =>
  async function* (source) {
    const header = Buffer.concat([MAGIC, randomBytes(SALT_BYTES)])
    const own = streamKey(key, name, header)
    yield header
    let chunkIndex = 0
    for await (const { content, isLast } of chunksOf(source, CHUNK_BYTES)) {
      const cipher = createCipheriv(CIPHER, own, nonceOf(chunkIndex, isLast))
      yield Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
      chunkIndex += 1
    }
  }

/** Decrypts what `sealStream` wrote. Chunks before a broken one are yielded. @throws SealedStreamError */
export const openStream = (key: Buffer, name: string): Translate =>
  async function* (source) {
    let own: Buffer | null = null
    let chunkIndex = 0
    for await (const { content, isLast } of chunksOf(source, CHUNK_BYTES + TAG_BYTES, HEADER_BYTES)) {
      if (own === null) {
        if (isLast || !content.subarray(0, MAGIC.length).equals(MAGIC)) throw broken(name)
        own = streamKey(key, name, content)
      } else {
        yield openChunk(own, { content, isLast }, chunkIndex, name)
        chunkIndex += 1
      }
    }
  }

const openChunk = (key: Buffer, { content, isLast }: Chunk, index: number, name: string): Buffer => {
  if (content.length < TAG_BYTES) throw broken(name)
  const end = content.length - TAG_BYTES
  const decipher = createDecipheriv(CIPHER, key, nonceOf(index, isLast), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(content.subarray(end))
  try {
    return Buffer.concat([decipher.update(content.subarray(0, end)), decipher.final()])
  } catch (cause) {
    throw broken(name, cause)
  }
}

const broken = (name: string, cause?: unknown): SealedStreamError =>
  new SealedStreamError(`${name} was changed or is incomplete`, { cause })
