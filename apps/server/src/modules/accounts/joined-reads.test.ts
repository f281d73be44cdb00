import { expect, test } from 'vitest'
import { JoinedReads } from './account-ledger.ts'

/** Statements that end when the test says so. */
const controlled = () => {
  const statements: { readonly keys: readonly number[]; readonly end: PromiseWithResolvers<Map<number, string>> }[] = []
  const reads = new JoinedReads<number, string>((keys) => {
    const end = Promise.withResolvers<Map<number, string>>()
    statements.push({ keys, end })
    return end.promise
  })
  const answer = (index: number, text: string) => {
    const { keys = [], end } = statements[index] ?? {}
    end?.resolve(new Map(keys.filter((key) => key < 10).map((key) => [key, `${key}${text}`])))
  }
  return { reads, statements, answer, asked: () => statements.map(({ keys }) => keys) }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('reads that are asked for together are one statement, and each key is in it once', async () => {
  const { reads, answer, asked } = controlled()
  const found = Promise.all([1, 2, 1, 11].map((key) => reads.read(key)))
  await settle()
  answer(0, 'a')
  expect(await found).toEqual(['1a', '2a', '1a', null])
  expect(asked()).toEqual([[1, 2, 11]])
})

test('no read is answered by a statement that had begun before it', async () => {
  const { reads, answer, asked } = controlled()
  const early = reads.read(1)
  await settle()
  const late = Promise.all([reads.read(1), reads.read(2)])
  await settle()
  expect(asked()).toEqual([[1]])
  answer(0, 'a')
  await settle()
  answer(1, 'b')
  expect([await early, ...(await late)]).toEqual(['1a', '1b', '2b'])
  expect(asked()).toEqual([[1], [1, 2]])
})

test('a statement that fails is the failure of those who asked for it, and of nobody later', async () => {
  const { reads, statements, answer } = controlled()
  const failing = Promise.allSettled([reads.read(1), reads.read(2)])
  await settle()
  const next = reads.read(3)
  statements[0]?.end.reject(new Error('no connection'))
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await settle()
  answer(1, 'a')
  expect(await next).toBe('3a')
})
