import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAGE, withTables } from './security-table.ts'

const REQUIREMENTS = 52
const FAULTS = 39

const page = readFileSync(PAGE, 'utf8')

const upTo = (last: number, prefix = '') => Array.from({ length: last }, (_, index) => `${prefix}${index + 1}`)

test('the tables name the tests that carry each number; `node scripts/security-table.ts` writes them', () => {
  expect(withTables(page)).toBe(page)
})

test('every requirement and fault has a row with a test file', () => {
  const covered = [...page.matchAll(/^\|(F?\d+)\|[^|]+\|`[\w./-]+`[^|]*\|[^|]*\|$/gm)].map(([, number]) => number)
  expect(covered).toEqual([...upTo(REQUIREMENTS), ...upTo(FAULTS, 'F')])
})
