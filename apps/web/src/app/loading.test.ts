import { expect, test } from 'vitest'
import { createEnterRule } from './enter-key-guard.ts'
import { createLoading } from './loading.ts'

test('stays on until the last tracked promise settles, resolved or rejected', async () => {
  const loading = createLoading()
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const works = [loading.track(first.promise), loading.track(second.promise).catch(() => {})]
  first.resolve()
  await works[0]
  expect(loading.isOn()).toBe(true)
  second.reject(new Error('no answer'))
  await works[1]
  expect(loading.isOn()).toBe(false)
})

test('suppresses an Enter within 100 ms of an accepted one', () => {
  const mayPass = createEnterRule()
  expect([0, 50, 99, 100, 150, 250].map(mayPass)).toEqual([true, false, false, true, false, true])
})
