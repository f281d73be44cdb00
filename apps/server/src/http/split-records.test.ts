import { expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { splitRecords } from './split-records.ts'

/** As the whole text is parsed. */
const recordsOf = (text: string): unknown => {
  const value = JSON.parse(text)
  return Array.isArray(value) ? value : (value.records ?? null)
}

const NAMES = ['records', 'record', 'a', '"', '\\', '],[', '}', '', 'é😀']
const sampleValue = (seed: number): unknown => {
  const name = NAMES[seed % NAMES.length] ?? ''
  const inner = () => sampleValue(Math.floor(seed / 3))
  if (seed < 3) return seed
  return [name, [inner(), seed], { [name]: inner(), records: [name] }, null, [], {}, `\n${name}\\`][seed % 7]
}

test('records are those of the text parsed whole', async () => {
  for (let seed = 0; seed < 300; seed++) {
    const records = Array.from({ length: seed % 5 }, (_, index) => sampleValue(seed * 7 + index))
    const space = seed % 2 === 0 ? 2 : 0
    for (const body of [
      records,
      { records },
      { serviceId: 'a', x: [1, sampleValue(seed)], records, y: { records: [1] } },
    ]) {
      const text = JSON.stringify(body, null, space)
      const split = await splitRecords(text)
      expect(split.records?.map((record) => JSON.parse(record))).toEqual(recordsOf(text))
      expect(JSON.parse(split.rest)).toEqual(Array.isArray(body) ? [] : { ...body, records: [] })
    }
  }
})

test.each([
  ...['', '[', '[1', '[1,]', '[,1]', '[1,,2]', '[1}', '{]', '[{]}]', '[1][2]', '[1] 2', '["]', '{"records":[1}'],
  ...['{"records":[1],}', '{"records":[1]]', '{"records" [1]}', ']', '}', '[1]]', 'x[1]', '["\\"]', '[[1]'],
])('%s, which is no JSON, is divided into parts of which one is no JSON', async (text) => {
  const parse = async () => {
    const { rest, records } = await splitRecords(text)
    for (const part of [rest, ...(records ?? [])]) JSON.parse(part)
  }
  const failure = await parse().catch((error: unknown) => error)
  expect(failure instanceof SyntaxError || failure instanceof Failure).toBe(true)
})
