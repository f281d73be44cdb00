import { expect, test } from 'vitest'
import { Together } from './together.ts'

const gate = () => {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('what arrives during a call is done in the next one, in order, and each item gets its result', async () => {
  const calls: (readonly number[])[] = []
  const together = new Together<string, number, number>()
  const { open, opened } = gate()
  const work = async (items: readonly number[]) => {
    calls.push(items)
    await opened
    return items.map((item) => item * 10)
  }
  const results = [1, 2, 3].map((item) => together.run('a', item, work))
  const other = together.run('b', 4, work)
  await Promise.resolve()
  expect(calls).toEqual([[1], [4]])
  open()
  expect(await Promise.all([...results, other])).toEqual([10, 20, 30, 40])
  expect(calls).toEqual([[1], [4], [2, 3]])
  expect(await together.run('a', 5, work)).toBe(50)
  expect(calls).toHaveLength(4)
})

test('items of one call fail together; those of the next are done', async () => {
  const together = new Together<string, number, number>()
  const { open, opened } = gate()
  const work = async (items: readonly number[]) => {
    await opened
    if (items.includes(2)) throw new Error(`no ${items.join()}`)
    return items
  }
  const first = together.run('a', 1, work)
  const second = Promise.allSettled([2, 3].map((item) => together.run('a', item, work)))
  open()
  expect(await first).toBe(1)
  expect((await second).map((result) => result.status === 'rejected' && String(result.reason))).toEqual([
    'Error: no 2,3',
    'Error: no 2,3',
  ])
  expect(await together.run('a', 4, work)).toBe(4)
})
