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

test('ends after its time, and when it is called off', async () => {
  await expect(rasterize(drawing('Inter'), never, 1)).rejects.toThrow('could not be drawn in time')
  await expect(rasterize(drawing('Inter'), AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
})
