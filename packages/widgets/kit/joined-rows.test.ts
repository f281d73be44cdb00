import { expect, test } from 'vitest'
import { joinRows } from './joined-rows.ts'

const SIGNUPS = {
  rows: [
    ['Ana', 3],
    [null, 2],
    ['Ben', 1],
  ],
  absent: [0],
}
const VISITS = {
  rows: [
    ['Cid', 20, 0.1],
    ['Ana', 10, 0.2],
    [null, 5, null],
  ],
  absent: [0, null],
}

test('joins rows by their groups, a group without a name included', () => {
  expect(joinRows(SIGNUPS, VISITS, 1)).toEqual([
    ['Ana', 3, 10, 0.2],
    [null, 2, 5, null],
    ['Ben', 1, 0, null],
    ['Cid', 0, 20, 0.1],
  ])
})

test('keeps the rows of one query where the other has none', () => {
  expect(joinRows({ rows: [], absent: [0] }, VISITS, 1)).toEqual([
    ['Cid', 0, 20, 0.1],
    ['Ana', 0, 10, 0.2],
    [null, 0, 5, null],
  ])
  expect(joinRows(SIGNUPS, { rows: [], absent: [0, null] }, 1)).toEqual([
    ['Ana', 3, 0, null],
    [null, 2, 0, null],
    ['Ben', 1, 0, null],
  ])
})
