import { expect, test } from 'vitest'
import { splitPages, splitRecords } from './exact-matches.ts'

const page = (label: string) => ({ href: `/${label}`, label, under: null })
const GROUPS = [
  { title: 'Dashboards', entries: [page('Cellar')] },
  { title: 'Reports', entries: [page('Top Customers'), page('Customers')] },
]

test.each([
  ['customers', ['Customers']],
  ['  TOP  customers ', ['Top Customers']],
  ['cust', []],
  ['', []],
])('the pages called “%s” are %j', (text, labels) => {
  expect(splitPages(GROUPS, text).exact.map(({ label }) => label)).toEqual(labels)
})

test('a page that comes first is not listed again', () => {
  const { others } = splitPages(GROUPS, 'customers')
  expect(others.map(({ entries }) => entries.map(({ label }) => label))).toEqual([['Cellar'], ['Top Customers']])
})

const RECORDS = [
  {
    kind: 'customer' as const,
    items: [
      { name: 'José Ito', detail: 'jose@winery.example', address: '/customers/1' },
      { name: 'José Itoh', detail: null, address: '/customers/2' },
    ],
  },
  { kind: 'order' as const, items: [{ name: '#1042', detail: 'José Ito', address: '/o/1042' }] },
]

test.each([
  ['jose ito', ['/customers/1']],
  ['JOSE@winery.example', ['/customers/1']],
  ['1042', ['/o/1042']],
  ['104', []],
])('the records called “%s” are %j', (text, addresses) => {
  expect(splitRecords(RECORDS, text).exact.map(({ address }) => address)).toEqual(addresses)
})
