import { expect, test } from 'vitest'
import { choiceOf, INTERVAL_CHOICES, intervalOf, intervalWords } from './sync-interval.ts'

test.each([
  [15, 'Every 15 minutes'],
  [60, 'Every hour'],
  [180, 'Every 3 hours'],
  [1440, 'Once a day'],
  [null, 'Manually'],
])('%j minutes are said as: %s', (minutes, words) => expect(intervalWords(minutes)).toBe(words))

test('every choice stands for the interval that it came from', () => {
  for (const { value } of INTERVAL_CHOICES) expect(choiceOf(intervalOf(value))).toBe(value)
})
