import { expect, test } from 'vitest'
import { readTogether } from './read-together.ts'

const recordingReader = () => {
  const statements: (readonly string[])[] = []
  const read = readTogether(async (keys: readonly string[]) => {
    statements.push(keys)
    if (keys.includes('broken')) throw new Error('gone')
    return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, `row ${statements.length} of ${key}`]))
  })
  return { statements, read }
}

test('batches the keys of one event-loop turn into one statement and returns each its own row', async () => {
  const { statements, read } = recordingReader()
  expect(await Promise.all([read('a'), read('b'), read('a'), read('missing')])).toEqual([
    'row 1 of a',
    'row 1 of b',
    'row 1 of a',
    undefined,
  ])
  expect(statements).toEqual([['a', 'b', 'missing']])
})

test('reads a key requested after a statement was sent with the next statement', async () => {
  const { statements, read } = recordingReader()
  await read('a')
  expect(await read('a')).toBe('row 2 of a')
  expect(statements).toHaveLength(2)
})

test('rejects all pending callers when a statement fails, and no later ones', async () => {
  const { read } = recordingReader()
  const results = await Promise.allSettled([read('a'), read('broken')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read('a')).toBe('row 2 of a')
})
