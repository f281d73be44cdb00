import { expect, test } from 'vitest'
import { toggled } from './legend.tsx'

const ALL = ['Web', 'Phone']

test('a series is hidden and shown again', () => {
  const hidden = toggled(new Set(), 'Web', ALL)
  expect([...hidden]).toEqual(['Web'])
  expect([...toggled(hidden, 'Web', ALL)]).toEqual([])
})

test('hiding the last series shows all', () => {
  expect([...toggled(new Set(['Web']), 'Phone', ALL)]).toEqual([])
})
