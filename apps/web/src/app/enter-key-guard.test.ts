import { expect, test } from 'vitest'
import { createEnterRule } from './enter-key-guard.ts'

test('an Enter within 100 ms of one that passed is held back', () => {
  const mayPass = createEnterRule()
  expect([0, 50, 99, 100, 150, 250].map(mayPass)).toEqual([true, false, false, true, false, true])
})
