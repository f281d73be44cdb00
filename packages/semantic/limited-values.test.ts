import { expect, test } from 'vitest'
import { calendarWithin } from './limited-values.ts'
import type { Filter } from './query.ts'

const club = (value: string): Filter => ({ columnId: 'clubName', comparison: 'Equal', value })
const other: Filter = { columnId: 'state', comparison: 'Equal', value: 'CA' }
const notReds: Filter = { columnId: 'clubName', comparison: 'NotEqual', value: 'Reds' }

const ALL_CLUBS = ['Reds', 'Whites', 'Sparkling']
const day = { name: 'Release', from: '2026-03-01', until: '2026-03-02' }
const calendar = {
  weekStart: 'monday',
  fiscalYearStartMonth: 1,
  today: '2026-06-17',
  releases: ALL_CLUBS.map((clubName) => ({ clubName, current: day, previous: day })),
} as const

test.each<[string, Filter | null, readonly string[]]>([
  ['no filter', null, ALL_CLUBS],
  ['another column', other, ALL_CLUBS],
  ['one value', club('Reds'), ['Reds']],
  ['any of several', { or: [club('Reds'), club('Whites')] }, ['Reds', 'Whites']],
  ['a value or another column', { or: [club('Reds'), other] }, ALL_CLUBS],
  ['a value and another column', { and: [club('Reds'), other] }, ['Reds']],
  ['values that both parts allow', { and: [{ or: [club('Reds'), club('Whites')] }, club('Whites')] }, ['Whites']],
  ['an excluded value', { and: [notReds] }, ALL_CLUBS],
])('%s: numbers align on the releases of the clubs that it allows', (_, filter, clubs) => {
  expect(calendarWithin(calendar, filter).releases?.map(({ clubName }) => clubName)).toEqual(clubs)
})
