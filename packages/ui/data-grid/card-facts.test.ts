import { expect, test } from 'vitest'
import { cardColumns } from './card-facts.ts'

const columnOf = (kind: string) => ({
  isNumeric: kind !== 'text',
  ...(kind === 'change' ? { changeOf: 'number' } : {}),
})

test.each([
  ['the first columns', ['text', 'text', 'number', 'number', 'text'], { head: 0, facts: [1, 2, 3], others: [4] }],
  [
    'a number for the last text',
    ['text', 'text', 'text', 'text', 'number', 'number'],
    { head: 0, facts: [1, 2, 4], others: [3, 5] },
  ],
  [
    'texts where there is no number',
    ['text', 'text', 'text', 'text', 'text'],
    { head: 0, facts: [1, 2, 3], others: [4] },
  ],
  ['no change', ['text', 'number', 'change', 'number', 'change', 'number'], { head: 0, facts: [1, 3, 5], others: [] }],
  ['numbers without a name', ['number', 'number'], { head: -1, facts: [0, 1], others: [] }],
])('a card shows %s', (_, kinds, expected) => expect(cardColumns(kinds.map(columnOf))).toEqual(expected))
