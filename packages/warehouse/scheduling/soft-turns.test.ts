import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SoftTurns } from './soft-turns.ts'

const recorder = (turns: SoftTurns) => {
  const log: string[] = []
  const run = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const ended = turns.run(() => {
      log.push(name)
      return promise
    })
    return { end: resolve, fail: reject, ended }
  }
  return { log, run }
}

test('work runs in the order of the calls, at most as much as the limit says at that time', async () => {
  let limit = 1
  const { log, run } = recorder(new SoftTurns(() => limit, 10_000))
  const [a, b] = ['a', 'b', 'c'].map(run)
  await pause(1)
  expect(log).toEqual(['a'])
  a?.end()
  await a?.ended
  expect(log).toEqual(['a', 'b'])
  limit = 2
  run('d')
  await pause(1)
  expect(log).toEqual(['a', 'b', 'd'])
  b?.end()
  await b?.ended
  expect(log).toEqual(['a', 'b', 'd', 'c'])
})

test('work that fails gives its turn to the next', async () => {
  const { log, run } = recorder(new SoftTurns(() => 1, 10_000))
  const first = run('a')
  run('b')
  first.fail(new Error('broken'))
  await expect(first.ended).rejects.toThrow('broken')
  expect(log).toEqual(['a', 'b'])
})

test('work that has waited for long enough begins in any case', async () => {
  const { log, run } = recorder(new SoftTurns(() => 1, 30))
  run('a')
  run('b')
  await pause(10)
  expect(log).toEqual(['a'])
  await pause(60)
  expect(log).toEqual(['a', 'b'])
})
