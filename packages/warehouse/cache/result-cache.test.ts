import { describe, expect, test } from 'vitest'
import { ResultCache, type ResultKey } from './result-cache.ts'

const key = (more: Partial<ResultKey> = {}): ResultKey => ({
  accountId: 1,
  dataVersion: 1,
  definitionsVersion: 'a',
  timeZone: 'UTC',
  query: 'q',
  ...more,
})

const counting = () => {
  let calls = 0
  const compute = async () => Buffer.from(`answer ${++calls}`)
  return { compute, calls: () => calls }
}

describe('an answer', () => {
  test('is computed once for equal keys', async () => {
    const cache = new ResultCache()
    const { compute, calls } = counting()
    await cache.get(key(), compute)
    expect((await cache.get(key(), compute)).toString()).toBe('answer 1')
    expect(calls()).toBe(1)
  })

  test.each<[string, Partial<ResultKey>]>([
    ['account', { accountId: 2 }],
    ['data version', { dataVersion: 2 }],
    ['definitions', { definitionsVersion: 'b' }],
    ['zone', { timeZone: 'Asia/Kolkata' }],
    ['query', { query: 'r' }],
  ])('of another %s is another answer', async (_part, more) => {
    const cache = new ResultCache()
    const { compute } = counting()
    await cache.get(key(), compute)
    expect((await cache.get(key(more), compute)).toString()).toBe('answer 2')
  })

  test('asked for by many at once is computed once', async () => {
    const cache = new ResultCache()
    const { compute, calls } = counting()
    const answers = await Promise.all(Array.from({ length: 20 }, () => cache.get(key(), compute)))
    expect(new Set(answers.map(String))).toEqual(new Set(['answer 1']))
    expect(calls()).toBe(1)
  })

  test('that failed is not kept', async () => {
    const cache = new ResultCache()
    const failing = () => Promise.reject(new Error('no'))
    await expect(cache.get(key(), failing)).rejects.toThrow('no')
    expect((await cache.get(key(), counting().compute)).toString()).toBe('answer 1')
  })

  test('used longest ago goes first when there is no room', async () => {
    const cache = new ResultCache(3_000)
    const big = async () => Buffer.alloc(900)
    for (const query of ['a', 'b', 'a', 'c']) await cache.get(key({ query }), big)
    const { compute, calls } = counting()
    await cache.get(key({ query: 'a' }), compute)
    expect(calls()).toBe(0)
    await cache.get(key({ query: 'b' }), compute)
    expect(calls()).toBe(1)
  })
})
