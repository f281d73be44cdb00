import { expect, test } from 'vitest'
import { limitedValues } from './limited-values.ts'
import type { Filter } from './query.ts'

const club = (value: string): Filter => ({ columnId: 'clubName', comparison: 'Equal', value })
const other: Filter = { columnId: 'state', comparison: 'Equal', value: 'CA' }
const notReds: Filter = { columnId: 'clubName', comparison: 'NotEqual', value: 'Reds' }

test.each<[string, Filter | null, readonly string[] | null]>([
  ['no filter', null, null],
  ['another column', other, null],
  ['one value', club('Reds'), ['Reds']],
  ['any of several', { or: [club('Reds'), club('Whites')] }, ['Reds', 'Whites']],
  ['a value or another column', { or: [club('Reds'), other] }, null],
  ['a value and another column', { and: [club('Reds'), other] }, ['Reds']],
  ['values that both parts allow', { and: [{ or: [club('Reds'), club('Whites')] }, club('Whites')] }, ['Whites']],
  ['an excluded value', { and: [notReds] }, null],
])('%s', (_, filter, values) => {
  expect(limitedValues(filter, 'clubName')).toEqual(values)
})
