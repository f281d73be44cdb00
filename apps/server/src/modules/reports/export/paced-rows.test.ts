import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { paced } from './csv-body.ts'

const chunks = Array.from({ length: 30 }, (_, index) => Buffer.from(`${index}\n`))

/** How often timers had their turn while the chunks were read; and what was read. */
const readPaced = async (isShared: boolean) => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  const read: Buffer[] = []
  for await (const chunk of paced(Readable.from(chunks), { isShared })) read.push(chunk)
  clearInterval(timer)
  return { turns, text: Buffer.concat(read).toString() }
}

test('F28 while several accounts are served, other work has its turn between the chunks of a file', async () => {
  const [alone, shared] = [await readPaced(false), await readPaced(true)]
  expect(shared.turns).toBeGreaterThan(10)
  expect(alone.turns).toBeLessThan(10)
  const whole = Buffer.concat(chunks).toString()
  expect([alone.text, shared.text]).toEqual([whole, whole])
})
