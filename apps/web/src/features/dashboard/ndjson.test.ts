import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJsonLines } from './ndjson.ts'

const streamOf = (chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

const collect = async (stream: ReadableStream<Uint8Array>): Promise<readonly unknown[]> => {
  const values: unknown[] = []
  for await (const value of readJsonLines(stream)) values.push(value)
  return values
}

test('yields whole lines however the bytes are split, even within a character', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.array(fc.nat()), fc.boolean(), async (values, cuts, hasEnd) => {
      const text = values.map((value) => JSON.stringify(value)).join('\n') + (hasEnd ? '\n' : '')
      const bytes = new TextEncoder().encode(text)
      const phoneTiles = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
      const chunks = phoneTiles.slice(1).map((end, index) => bytes.slice(phoneTiles[index], end))
      expect(await collect(streamOf(chunks))).toEqual(JSON.parse(JSON.stringify(values)))
    }),
  )
})

test('yields a line before the next one has arrived', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const lines = readJsonLines(readable)
  void writer.write(new TextEncoder().encode('{"id":"a"}\n{"id"'))
  expect((await lines.next()).value).toEqual({ id: 'a' })
  void writer.write(new TextEncoder().encode(':"b"}\n'))
  expect((await lines.next()).value).toEqual({ id: 'b' })
  void lines.return(undefined)
})

test('throws on an invalid line and on a failed stream', async () => {
  await expect(collect(streamOf([new TextEncoder().encode('{"id":\n')]))).rejects.toThrow(SyntaxError)
  const broken = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error('cut')) })
  await expect(collect(broken)).rejects.toThrow('cut')
})
