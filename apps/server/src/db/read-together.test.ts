import { expect, test } from 'vitest'
import { readTogether } from './read-together.ts'

const recording = () => {
  const statements: (readonly string[])[] = []
  const read = readTogether(async (keys: readonly string[]) => {
    statements.push(keys)
    if (keys.includes('broken')) throw new Error('gone')
    return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, `row ${statements.length} of ${key}`]))
  })
  return { statements, read }
}

test('keys of one turn share a statement, each gets its own row', async () => {
  const { statements, read } = recording()
  expect(await Promise.all([read('a'), read('b'), read('a'), read('missing')])).toEqual([
    'row 1 of a',
    'row 1 of b',
    'row 1 of a',
    undefined,
  ])
  expect(statements).toEqual([['a', 'b', 'missing']])
})

test('what is asked after a statement was sent is read by the next one', async () => {
  const { statements, read } = recording()
  await read('a')
  expect(await read('a')).toBe('row 2 of a')
  expect(statements).toHaveLength(2)
})

test('an error reaches all that waited, and nobody after them', async () => {
  const { read } = recording()
  const results = await Promise.allSettled([read('a'), read('broken')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read('a')).toBe('row 2 of a')
})
