import { expect, test } from 'vitest'
import { rowLink } from './table-cells.ts'

const columns = [{ columnId: 'customerId' }, { columnId: 'name' }]

test("a link contains the row's values, each encoded as one segment", () => {
  const link = rowLink('/reports/orders/list?f.customerId=Equal:{customerId}', columns, ['a&b=c#d/é', 'x'])
  expect(link).toBe('/reports/orders/list?f.customerId=Equal:a%26b%3Dc%23d%2F%C3%A9')
  expect(new URL(link ?? '', 'https://winery.example').searchParams.get('f.customerId')).toBe('Equal:a&b=c#d/é')
})

test('a row without the value or the column has no link', () => {
  expect(rowLink('/a?b={customerId}', columns, [null, 'x'])).toBeNull()
  expect(rowLink('/a?b={nothing}', columns, ['1', 'x'])).toBeNull()
})

test('a row of all others beyond a top N has no link', () => {
  expect(rowLink('/a?b={customerId}', columns, ['All others', 'x'])).toBeNull()
})

test.each(['https://evil.example/{name}', '//evil.example/{name}', '/\\evil.example/{name}', 'javascript:{name}'])(
  'rejects links to other sites: %s',
  (template) => {
    expect(rowLink(template, columns, ['1', 'x'])).toBeNull()
  },
)

test('no value can make a link leave this site', () => {
  expect(rowLink('/{name}', columns, ['1', '/evil.example'])).toBe('/%2Fevil.example')
})
