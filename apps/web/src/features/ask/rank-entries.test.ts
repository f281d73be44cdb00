import { expect, test } from 'vitest'
import { isQuestion, rankEntries } from './rank-entries.ts'

const entry = (label: string, code: string | null = null) => ({ href: `/${label}`, label, under: null, code })
const GROUPS = [
  {
    title: 'Reports',
    entries: [entry('Top Customers'), entry('Customers'), entry('Late harvest'), entry('Harvest by month')],
  },
  { title: 'Customers', entries: [entry('José Ito', 'jose@winery.example'), entry('José Itoh'), entry('Ada Amador')] },
  { title: 'Orders', entries: [entry('#1042')] },
  { title: 'Products', entries: [entry('Harvest Supper', 'EV-HRV'), entry('Adam’s Amber')] },
]

test.each([
  ['customers', 'Best match: Customers'],
  ['  TOP  customers ', 'Best match: Top Customers'],
  ['jose ito', 'Best match: José Ito'],
  ['JOSE@winery.example', 'Best match: José Ito'],
  ['1042', 'Best match: #1042'],
  ['ev-hrv', 'Best match: Harvest Supper'],
  ['cust', 'Reports: Customers'],
  ['ada ama', 'Customers: Ada Amador'],
  ['harvest', 'Reports: Harvest by month'],
  ['104', 'Orders: #1042'],
  ['', 'Reports: Top Customers'],
])('“%s” is best matched by %s', (text, best) => {
  const [first] = rankEntries(GROUPS, text)
  expect(`${first?.title}: ${first?.entries[0]?.label}`).toBe(best)
})

test('an entry that comes first is not listed again', () => {
  const [, reports] = rankEntries(GROUPS, 'customers')
  expect(reports?.entries.map(({ label }) => label)).toEqual(['Top Customers', 'Late harvest', 'Harvest by month'])
})

test.each([
  ['who are my best customers', true],
  ['net sales?', true],
  ['ada ama', false],
  ['whole cluster', false],
  ['sales by channel', false],
])('“%s” is a question: %s', (text, expected) => expect(isQuestion(text)).toBe(expected))
