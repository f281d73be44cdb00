import { expect, test } from 'vitest'
import { CHANNELS } from '#domain/commerce.ts'
import { REST_COLOR } from '../palette.ts'
import { distinctColors, fixedColor } from './series-colors.ts'

test('every sales channel has a color, and the first seven differ', () => {
  const colors = CHANNELS.map((channel) => fixedColor('channel', channel))
  expect(colors).toEqual([0, 1, 2, 3, 4, 5, 6, REST_COLOR, REST_COLOR])
})

test('a club has the same color whatever stands next to it', () => {
  const color = fixedColor('clubName', 'Cellar Club')
  expect(color).toBe(fixedColor('clubName', 'Cellar Club'))
  expect(distinctColors([null, color])[1]).toBe(color)
  expect(distinctColors([color, null, null])[0]).toBe(color)
})

test.each([
  ['values without a color take the first free ones', [null, null, null], [0, 1, 2]],
  ['own colors are kept', [2, null, 0], [2, 1, 0]],
  ['of two that want one color, the second takes a free one', [3, 3], [3, 0]],
  ['grey may stand for two', [REST_COLOR, REST_COLOR], [REST_COLOR, REST_COLOR]],
] as const)('%s', (_, own, colors) => expect(distinctColors(own)).toEqual(colors))
