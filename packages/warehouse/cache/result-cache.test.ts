import { expect, test } from 'vitest'
import { type Answer, ResultCache, type ResultKey } from './result-cache.ts'

const key: ResultKey = {
  accountId: 1,
  dataVersion: 7,
  definitionsVersion: 'd1',
  timeZone: 'UTC',
  query: '{"reportType":"Orders"}',
}
const answer = (text: string, dataVersion = 7): Answer => ({ bytes: Buffer.from(text), dataVersion })

/** Counts how often it is asked. */
const counting = (make: () => Answer) => {
  const compute = async () => {
    compute.calls += 1
    await new Promise((resolve) => setTimeout(resolve, 5))
    return make()
  }
  compute.calls = 0
  return compute
}

test('the same question is computed once, and its bytes come back as they were', async () => {
  const cache = new ResultCache()
  const compute = counting(() => answer('rows'))
  const first = await cache.getOrCompute(key, compute)
  const second = await cache.getOrCompute({ ...key }, compute)
  expect(second.bytes).toBe(first.bytes)
  expect(compute.calls).toBe(1)
})

test.each<Partial<ResultKey>>([
  { accountId: 2 },
  { dataVersion: 8 },
  { definitionsVersion: 'd2' },
  { timeZone: 'Europe/London' },
  { query: '{"reportType":"OrderLines"}' },
])('another %j is another question', async (change) => {
  const cache = new ResultCache()
  await cache.getOrCompute(key, async () => answer('first'))
  expect(cache.get({ ...key, ...change })).toBeNull()
})

test('parts of a key cannot run together into another key', async () => {
  const cache = new ResultCache()
  await cache.getOrCompute({ ...key, definitionsVersion: 'a","UTC', timeZone: 'b' }, async () => answer('x'))
  expect(cache.get({ ...key, definitionsVersion: 'a', timeZone: 'UTC","b' })).toBeNull()
})

test('identical questions at the same time share one computation', async () => {
  const cache = new ResultCache()
  const compute = counting(() => answer('rows'))
  await Promise.all(Array.from({ length: 20 }, () => cache.getOrCompute(key, compute)))
  expect(compute.calls).toBe(1)
})

test('an answer read at a later version is kept as an answer of that version', async () => {
  const cache = new ResultCache()
  await cache.getOrCompute(key, async () => answer('newer', 8))
  expect(cache.get(key)).toBeNull()
  expect(cache.get({ ...key, dataVersion: 8 })).not.toBeNull()
})

test('a failure is kept for nobody', async () => {
  const cache = new ResultCache()
  await expect(cache.getOrCompute(key, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy')
  expect((await cache.getOrCompute(key, async () => answer('rows'))).bytes.toString()).toBe('rows')
})

test('evicts the least recently used results and stays within the limit', async () => {
  const cache = new ResultCache(3000)
  const at = (dataVersion: number) => ({ ...key, dataVersion })
  for (const version of [1, 2]) await cache.getOrCompute(at(version), async () => answer('x'.repeat(1000), version))
  cache.get(at(1))
  await cache.getOrCompute(at(3), async () => answer('x'.repeat(1000), 3))
  expect([1, 2, 3].map((version) => cache.get(at(version)) !== null)).toEqual([true, false, true])
  expect(cache.bytes).toBeLessThanOrEqual(3000)
})

test('an answer that is larger than the bound is given and not kept', async () => {
  const cache = new ResultCache(1000)
  expect((await cache.getOrCompute(key, async () => answer('x'.repeat(2000)))).bytes).toHaveLength(2000)
  expect(cache.bytes).toBe(0)
})

test('dropping an account forgets its answers and no others', async () => {
  const cache = new ResultCache()
  for (const accountId of [1, 2]) await cache.getOrCompute({ ...key, accountId }, async () => answer('x'))
  cache.dropAccount(1)
  expect([1, 2].map((accountId) => cache.get({ ...key, accountId }) !== null)).toEqual([false, true])
})

test('who leaves disturbs nobody who waits for the same answer', async () => {
  const cache = new ResultCache()
  const leaving = new AbortController()
  const compute = counting(() => answer('rows'))
  const left = cache.getOrCompute(key, compute, leaving.signal)
  const stays = cache.getOrCompute(key, compute, new AbortController().signal)
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect((await stays).bytes.toString()).toBe('rows')
})

test('when all have left the computation is aborted, and the next question starts afresh', async () => {
  const cache = new ResultCache()
  const leaving = new AbortController()
  const aborted = Promise.withResolvers<unknown>()
  const endless = (signal: AbortSignal) =>
    new Promise<Answer>((_, reject) => {
      signal.addEventListener('abort', () => {
        aborted.resolve(signal.reason)
        reject(signal.reason)
      })
    })
  const left = cache.getOrCompute(key, endless, leaving.signal)
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(await aborted.promise).toMatchObject({ message: 'gone' })
  expect((await cache.getOrCompute(key, async () => answer('rows'))).bytes.toString()).toBe('rows')
})
