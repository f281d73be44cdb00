import { expect, test } from 'vitest'
import { splitFirstLine } from './first-calls.ts'

const streamOf = (parts: readonly string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })

test.each([
  ['at once', ['{"a":"é"}\n{"b":1}\n{"c":2}\n']],
  ['amid a line', ['{"a":', '"é"}\n{"b"', ':1}\n{"c":2}\n']],
  ['at the end of a line', ['{"a":"é"}\n', '{"b":1}\n', '{"c":2}\n']],
])('splits off the first line of a stream that arrives %s', async (_name, parts) => {
  const { line, rest } = await splitFirstLine(streamOf(parts))
  expect(line).toBe('{"a":"é"}')
  expect(await new Response(rest).text()).toBe('{"b":1}\n{"c":2}\n')
})

test('gives the first line before the others are there', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  void writer.write(new TextEncoder().encode('first\n'))
  const { line, rest } = await splitFirstLine(readable)
  expect(line).toBe('first')
  void writer.write(new TextEncoder().encode('second\n')).then(() => writer.close())
  expect(await new Response(rest).text()).toBe('second\n')
})

test('fails when the stream ends amid the first line', async () => {
  await expect(splitFirstLine(streamOf(['{"a":']))).rejects.toThrow('ended')
})
