import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createPictureMaker } from './picture-maker.ts'

const MEBIBYTE = 1_048_576
const { signal } = new AbortController()

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 139, g: 30, b: 63 } } }).png({ compressionLevel: 1 })

const small = await flat(64, 64).toBuffer()
/** All pixels of an interlaced picture are in memory at once: 72 MB. */
const interlaced = await flat(6000, 4000).png({ compressionLevel: 1, progressive: true }).toBuffer()

const sizeOf = async (picture: Buffer) => {
  const { width, height } = await sharp(picture).metadata()
  return [width, height]
}

test('makes both sizes of a picture of 24 megapixels', async () => {
  const made = await createPictureMaker().make(1, 'logo', interlaced, signal)
  expect([await sizeOf(made.large), await sizeOf(made.small)]).toEqual([
    [800, 533],
    [160, 107],
  ])
})

test('refuses a picture that takes too much memory, and makes the next one', async () => {
  const maker = createPictureMaker({ maxBytes: 120 * MEBIBYTE })
  await expect(maker.make(1, 'photo', interlaced, signal)).rejects.toMatchObject({
    code: 'picture.too_complex',
    status: 413,
  })
  expect(await sizeOf((await maker.make(1, 'photo', small, signal)).large)).toEqual([512, 512])
})

test('refuses a picture that takes too long', async () => {
  const maker = createPictureMaker({ maxMs: 20 })
  await expect(maker.make(1, 'photo', small, signal)).rejects.toMatchObject({ code: 'picture.too_complex' })
})

test('stops when its caller leaves, and makes the picture that waits', async () => {
  const maker = createPictureMaker()
  const leaving = new AbortController()
  const first = maker.make(1, 'photo', interlaced, leaving.signal)
  const second = maker.make(2, 'photo', small, signal)
  leaving.abort()
  await expect(first).rejects.toBe(leaving.signal.reason)
  expect(await sizeOf((await second).small)).toEqual([96, 96])
})

test('adds little to the memory of the server', async () => {
  const before = process.memoryUsage.rss()
  await createPictureMaker().make(1, 'photo', interlaced, signal)
  expect(process.memoryUsage.rss() - before).toBeLessThan(60 * MEBIBYTE)
})
