import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openStream, SealedStreamError, sealStream } from './sealed-stream.ts'

const key = randomBytes(32)
const CHUNK = 65_536
const SEALED_CHUNK = CHUNK + 16
const HEADER = 24

const pieces = (content: Buffer, size: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(content.length / size) }, (_, at) => content.subarray(at * size, (at + 1) * size)),
  )

const seal = (content: Buffer, name = 'a', size = 10_000): Promise<Buffer> =>
  buffer(sealStream(key, name)(pieces(content, size)))
const open = (sealed: Buffer, name = 'a', opener = key, size = 7_001): Promise<Buffer> =>
  buffer(openStream(opener, name)(pieces(sealed, size)))

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 200_001])(
  'opens a stream of %i bytes, whatever pieces it comes in',
  async (length) => {
    const content = randomBytes(length)
    for (const size of [1000, CHUNK, 1_000_000]) {
      const sealed = await seal(content, 'a', size)
      expect(await open(sealed, 'a', key, size)).toEqual(content)
      expect(sealed.length).toBe(HEADER + length + 16 * Math.max(1, Math.ceil(length / CHUNK)))
    }
  },
)

test('shows nothing of its content, and the same content is sealed differently each time', async () => {
  const content = Buffer.from('Ada Lovelace '.repeat(10_000))
  const sealed = await seal(content)
  expect(sealed.includes('Ada')).toBe(false)
  expect((await seal(content)).subarray(HEADER).equals(sealed.subarray(HEADER))).toBe(false)
})

test('opens with its key and by its name only', async () => {
  const sealed = await seal(randomBytes(100))
  await expect(open(sealed, 'b')).rejects.toThrow(SealedStreamError)
  await expect(open(sealed, 'a', randomBytes(32))).rejects.toThrow('a was changed or is incomplete')
})

test('a stream that was cut, changed, extended or put in another order does not open', async () => {
  const sealed = await seal(randomBytes(3 * CHUNK + 10))
  const chunk = (position: number) =>
    sealed.subarray(HEADER + position * SEALED_CHUNK, HEADER + (position + 1) * SEALED_CHUNK)
  const header = sealed.subarray(0, HEADER)
  const lengths = [0, 5, HEADER, HEADER + 10, HEADER + SEALED_CHUNK, HEADER + 3 * SEALED_CHUNK, sealed.length - 1]
  const broken = [
    ...lengths.map((length) => sealed.subarray(0, length)),
    ...[0, 10, HEADER, HEADER + SEALED_CHUNK + 5, sealed.length - 1].map((at) => {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      return changed
    }),
    Buffer.concat([sealed, Buffer.alloc(1)]),
    Buffer.concat([sealed, chunk(3)]),
    Buffer.concat([header, chunk(1), chunk(0), chunk(2), chunk(3)]),
    Buffer.concat([header, chunk(0), chunk(2), chunk(3)]),
  ]
  for (const [index, one] of broken.entries()) await expect(open(one), String(index)).rejects.toThrow(SealedStreamError)
})
