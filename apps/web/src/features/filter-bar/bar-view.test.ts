import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '#web/app/urls.ts'
import { type BarView, OWN_BAR, readBar, replaced, withValue, writeBar } from './bar-view.ts'

const is = (columnId: string, ...values: (string | null)[]) => ({ columnId, values, exclude: false })
const isNot = (columnId: string, ...values: (string | null)[]) => ({ columnId, values, exclude: true })

const SAVED: BarView = {
  range: { kind: 'relative', range: 'LastMonth' },
  compare: 'sameWeekdays',
  includeClubOrders: false,
  filters: [is('channel', 'pos')],
}

const overAddress = (view: BarView, base: BarView) => readBar(parseSearch(stringifySearch(writeBar(view, base))), base)

const VIEWS: readonly BarView[] = [
  OWN_BAR,
  SAVED,
  { ...OWN_BAR, range: { kind: 'days', from: '2026-06-13', until: '2026-06-15' }, compare: 'none' },
  { ...SAVED, filters: [is('teamMember', null, 'Ana, Bo & Co'), isNot('state', 'CA')] },
  { ...SAVED, includeClubOrders: true, filters: [] },
]

test.each(VIEWS)('an address gives back the bar that it was written for, with and without a default', (view) => {
  expect(overAddress(view, OWN_BAR)).toEqual(view)
  expect(overAddress(view, SAVED)).toEqual(view)
})

test('the address holds only what differs from the default', () => {
  expect(writeBar(SAVED, SAVED)).toEqual({})
  expect(writeBar({ ...SAVED, compare: null }, SAVED)).toEqual({ compare: 'own' })
})

test.each([
  ['range=LastFortnight'],
  ['from=2026-06-15&until=2026-06-13'],
  ['from=2026-06-15'],
  ['compare=moon'],
  ['clubs=perhaps'],
])('%s is ignored', (search) => {
  expect(readBar(parseSearch(search), SAVED)).toEqual(SAVED)
})

test('filtering by a mark replaces its dimension, excluding another mark adds to the excluded ones', () => {
  expect(withValue([is('channel', 'pos'), is('state', 'CA')], is('channel', 'web'))).toEqual([
    is('state', 'CA'),
    is('channel', 'web'),
  ])
  expect(withValue([isNot('channel', 'pos')], isNot('channel', 'web'))).toEqual([isNot('channel', 'pos', 'web')])
})

test('a filter without values is removed', () => {
  expect(replaced([is('channel', 'pos'), is('state', 'CA')], is('channel'))).toEqual([is('state', 'CA')])
})
