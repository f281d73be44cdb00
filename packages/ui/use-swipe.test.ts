import { expect, test } from 'vitest'
import { swipeDirection } from './use-swipe.ts'

test.each([
  ['a quick movement to the left', { x: -80, y: 10, elapsed: 200 }, 'left'],
  ['a quick movement to the right', { x: 60, y: -20, elapsed: 300 }, 'right'],
  ['a tap that slips', { x: 12, y: 3, elapsed: 80 }, null],
  ['scrolling at an angle', { x: 60, y: 60, elapsed: 200 }, null],
  ['a slow drag', { x: 200, y: 0, elapsed: 900 }, null],
])('%s', (_, path, expected) => expect(swipeDirection(path)).toBe(expected))
