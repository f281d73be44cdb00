import { expect, test } from 'vitest'
import { usualColumns } from './usual-columns.ts'

const named = (...columnIds: string[]) => columnIds.map((columnId) => ({ columnId }))

test('a long list begins with the usual dimensions, and a short one is whole', () => {
  const many = named('city', 'clubName', 'country', 'deliveryMethod', 'orderType', 'channel', 'state')
  expect(usualColumns(many)).toEqual(named('channel', 'clubName', 'state', 'city', 'country', 'deliveryMethod'))
  expect(usualColumns(named('outcome', 'clubName'))).toEqual(named('outcome', 'clubName'))
})
