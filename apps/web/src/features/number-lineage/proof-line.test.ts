import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import { proofWords } from './proof-line.tsx'

const formats = createFormats({ culture: 'en-US', currency: 'USD' })
const of = { format: 'currency', columnIds: ['orderId', 'customerId'], formats }
const proof = { parts: [], computed: 57_515, cell: 57_515, matches: true, records: 214, isSum: true }

test('a matching proof states the sum of the records', () => {
  expect(proofWords(proof, of)).toBe('214 orders add up to $57,515.00 — matches')
  expect(proofWords({ ...proof, records: 1 }, { ...of, columnIds: ['sku'] })).toBe(
    '1 record adds up to $57,515.00 — matches',
  )
})

test('a failing proof states both numbers', () => {
  expect(proofWords({ ...proof, cell: 57_000, matches: false }, of)).toBe(
    '214 orders add up to $57,515.00, but the number shown is $57,000.00',
  )
})

test('an average, a ratio or a count of distinct values is recalculated from the records', () => {
  const ratio = { ...proof, isSum: false }
  expect(proofWords(ratio, of)).toBe('Recalculated from 214 orders: $57,515.00 — matches')
  expect(proofWords({ ...ratio, records: 1, cell: 57_000, matches: false }, of)).toBe(
    'Recalculated from 1 order: $57,515.00, but the number shown is $57,000.00',
  )
})

test('counts order lines and holds as such, not as orders and memberships', () => {
  const said = (columnIds: readonly string[]) => proofWords(proof, { ...of, columnIds })
  expect(said(['orderId', 'lineId'])).toContain('214 order lines add up')
  expect(said(['membershipId', 'holdStart'])).toContain('214 holds add up')
  expect(said(['membershipId', 'customerId'])).toContain('214 memberships add up')
})

test('an empty figure proves nothing', () => {
  expect(proofWords({ ...proof, records: 0, computed: 0, cell: 0 }, of)).toBe('No records')
  expect(proofWords({ ...proof, records: 0, computed: null, cell: null }, of)).toBe('No records')
  expect(proofWords({ ...proof, records: 3, computed: null, cell: null }, of)).toBe('3 orders, none with a value')
  expect(proofWords({ ...proof, records: 0, computed: 0, cell: 12, matches: false }, of)).toBe(
    '0 orders add up to $0.00, but the number shown is $12.00',
  )
})
