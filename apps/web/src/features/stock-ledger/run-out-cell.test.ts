import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import { runOutCell } from './run-out-cell.ts'

const formats = createFormats({ culture: 'en-US', currency: 'USD' })
const COLUMNS = ['free', 'weeksOnHand', 'runOutDate', 'runOutEarliest', 'runOutLatest'].map((columnId) => ({
  columnId,
}))

test.each([
  [[-137.5, -2, '2026-12-01', '2026-12-01', '2026-12-01'], { text: 'Short 138', verdict: 'bad' }],
  [[-3, null, '2026-12-01', null, null], { text: 'Short 3', verdict: 'bad' }],
  [[0, 0, '2026-12-01', '2026-12-01', '2026-12-01'], { text: 'None free', verdict: 'warning' }],
  [[9, 3.9, '2026-12-08', '2026-12-04', '2026-12-24'], { text: 'Dec 8, 2026', note: 'Dec 4–24', verdict: 'warning' }],
  [[90, 4, '2026-12-29', '2026-12-20', null], { text: 'Dec 29, 2026', note: 'Dec 20 on' }],
  [[900, 20, '2027-03-14', '2027-01-08', '2027-06-20'], { text: 'Mar 2027', note: 'Jan – Jun 2027' }],
  [[900, 20, '2027-03-14', '2026-11-08', null], { text: 'Mar 2027', note: 'Nov on' }],
  [[900, 600, null, null, null], null],
])('writes %j', (row, expected) => {
  const cell = runOutCell(COLUMNS, row, formats)
  expect(cell && { ...cell, ...(cell.note ? { note: cell.note.replace(/\s/g, ' ') } : {}) }).toEqual(expected)
})

test('says nothing without the columns that tell how urgent it is', () => {
  expect(runOutCell([{ columnId: 'runOutDate' }], ['2026-12-08'], formats)).toBeNull()
})
