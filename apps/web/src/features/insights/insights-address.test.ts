import { expect, test } from 'vitest'
import { listInput, readInsightsAddress, writeInsightsAddress } from './insights-address.ts'

const ALL = { shown: 'all', kind: null, page: 1 } as const

test.each([
  [{}, ALL],
  [{ show: 'unread' }, { ...ALL, shown: 'unread' }],
  [
    { show: 'dismissed', kind: 'anomaly' },
    { ...ALL, shown: 'dismissed', kind: 'anomaly' },
  ],
  [{ show: 'mine' }, { ...ALL, shown: 'mine' }],
  [{ show: 'done' }, { ...ALL, shown: 'done' }],
  [{ page: '3' }, { ...ALL, page: 3 }],
] as const)('the URL %j round-trips with the view %j', (address, view) => {
  expect(readInsightsAddress(address)).toEqual(view)
  expect(writeInsightsAddress(view)).toEqual(address)
})

test.each([
  { kind: 'gossip' },
  { kind: 'constructor' },
  { show: 'some' },
  { page: '0' },
  { page: '1.5' },
  { page: 'x' },
])('ignores the unknown value in %j', (address) => expect(readInsightsAddress(address)).toEqual(ALL))

test('requests insights of one state alone, and unread or own ones among the open', () => {
  expect(listInput({ ...ALL, shown: 'snoozed' })).toMatchObject({ dismissed: 'false', state: 'snoozed' })
  expect(listInput({ ...ALL, shown: 'mine' })).toMatchObject({ mine: 'true' })
  expect(listInput({ ...ALL, shown: 'mine' })).not.toHaveProperty('state')
  expect(listInput({ ...ALL, shown: 'dismissed' })).toMatchObject({ dismissed: 'true' })
  expect(listInput({ ...ALL, shown: 'dismissed' })).not.toHaveProperty('unread')
  expect(listInput({ ...ALL, shown: 'unread', kind: 'forecast' })).toMatchObject({
    dismissed: 'false',
    unread: 'true',
    kind: 'forecast',
  })
})
