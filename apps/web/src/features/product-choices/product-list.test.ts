import { expect, test } from 'vitest'
import { listedProducts, withMissing } from './product-table.tsx'
import { draftProblem, serializeDraft, toDraft, toRequest, withClubName, withProductToggled } from './signup-draft.ts'

const aProduct = (sku: string, title: string, category: string | null = null) => ({
  sku,
  title,
  category,
  unitsSold: 1,
})

const CHOICES = [
  aProduct('22-PN', '2022 Estate Pinot Noir', 'Wine'),
  aProduct('TST-EST', 'Estate Flight', 'Tasting'),
  aProduct('TST-RES', 'Reserve Flight', 'Tasting'),
]

const skus = (part: Partial<Parameters<typeof listedProducts>[0]>) =>
  listedProducts({ choices: CHOICES, first: new Set(), search: '', only: null, ...part }).map(({ sku }) => sku)

test('lists the initially selected products first', () => {
  expect(skus({ first: new Set(['TST-RES']) })).toEqual(['TST-RES', '22-PN', 'TST-EST'])
})

test.each([
  ['estate', ['22-PN', 'TST-EST']],
  ['FLIGHT estate', ['TST-EST']],
  ['tst', ['TST-EST', 'TST-RES']],
  ['tasting', ['TST-EST', 'TST-RES']],
  ['merlot', []],
])('searching "%s" finds %j by title, SKU and category', (search, found) => {
  expect(skus({ search })).toEqual(found)
})

test('can show only selected products', () => {
  expect(skus({ only: new Set(['TST-EST']) })).toEqual(['TST-EST'])
})

test('lists a selected SKU that no product has', () => {
  expect(withMissing(CHOICES, ['TST-EST', 'OLD']).at(-1)).toEqual({
    sku: 'OLD',
    title: null,
    category: null,
    unitsSold: 0,
  })
})

const STORED = { products: [{ sku: 'CLUB-1', clubName: 'Estate Club' }] }

test('a newly selected product gets a club of its own name', () => {
  expect(toRequest(withProductToggled(toDraft(STORED), 'CLUB-2', 'Red Club signup')).products).toEqual([
    { sku: 'CLUB-1', clubName: 'Estate Club' },
    { sku: 'CLUB-2', clubName: 'Red Club signup' },
  ])
})

test('surrounding whitespace is not a change', () => {
  const draft = toDraft(STORED)
  expect(serializeDraft(withClubName(draft, 'CLUB-1', ' Estate Club '))).toBe(serializeDraft(draft))
})

test.each([
  ['Estate Club', true],
  ['  ', false],
  ['c'.repeat(201), false],
])('club name %j is valid: %s', (clubName, can) => {
  expect(draftProblem(withClubName(toDraft(STORED), 'CLUB-1', clubName)) === null).toBe(can)
})
