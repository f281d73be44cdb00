import sharp from 'sharp'
import { expect, test } from 'vitest'
import { rasterize } from './rasterize.ts'

const never = new AbortController().signal
const drawing = (family: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><text x="5" y="30" font-size="24" font-family="${family}">Net $1,234</text></svg>`

test('draws letters with the fonts of the server, whatever the machine has', async () => {
  const [ours, other] = await Promise.all([
    rasterize(drawing('Inter'), never),
    rasterize(drawing('DejaVu Serif'), never),
  ])
  expect(ours.equals(other)).toBe(true)
  const { channels } = await sharp(ours).stats()
  expect(channels.at(-1)?.max).toBe(255)
})

/** Letters that no font has are boxes around their number: each side is inked along its whole length. */
const isBox = async (picture: Buffer, left: number): Promise<boolean> => {
  const cell = await sharp(picture)
    .extract({ left, top: 0, width: 40, height: 60 })
    .flatten({ background: 'white' })
    .toBuffer()
  const { data, info } = await sharp(cell)
    .trim({ threshold: 40 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const isInked = (x: number, y: number) => (data[y * width + x] ?? 255) < 200
  const share = (length: number, isSide: (at: number, depth: number) => boolean) =>
    Array.from({ length }, (_, at) => [0, 1, 2].some((depth) => isSide(at, depth))).filter(Boolean).length / length
  const sides = [
    share(width, (x, depth) => isInked(x, depth)),
    share(width, (x, depth) => isInked(x, height - 1 - depth)),
    share(height, (y, depth) => isInked(depth, y)),
    share(height, (y, depth) => isInked(width - 1 - depth, y)),
  ]
  return Math.min(...sides) > 0.9
}

test('draws the letters of other scripts', async () => {
  const letters = [...'ქשԱعไ甲한张🍷', '\u0ba4']
  const texts = letters.map((letter, at) => `<text x="${at * 40 + 8}" y="40" font-size="24">${letter}</text>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60" font-family="Inter">${texts.join('')}</svg>`
  const picture = await rasterize(svg, never)
  const boxes = await Promise.all(letters.map((_, at) => isBox(picture, at * 40)))
  expect(letters.filter((_, at) => boxes[at])).toEqual(['\u0ba4'])
})

test('ends after its time, and when it is called off', async () => {
  await expect(rasterize(drawing('Inter'), never, 1)).rejects.toThrow('could not be drawn in time')
  await expect(rasterize(drawing('Inter'), AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
})
