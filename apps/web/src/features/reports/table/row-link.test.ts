import { expect, test } from 'vitest'
import { rowLink } from './row-link.ts'

const columns = [{ columnId: 'customerId' }, { columnId: 'name' }]

test("a link holds the row's values, each of them as one value whatever it is made of", () => {
  const link = rowLink('/reports/orders/list?f.customerId=Equal:{customerId}', columns, ['a&b=c#d/é', 'x'])
  expect(link).toBe('/reports/orders/list?f.customerId=Equal:a%26b%3Dc%23d%2F%C3%A9')
  expect(new URL(link ?? '', 'https://winery.example').searchParams.get('f.customerId')).toBe('Equal:a&b=c#d/é')
})

test('a row without the value, or without the column, has no link', () => {
  expect(rowLink('/a?b={customerId}', columns, [null, 'x'])).toBeNull()
  expect(rowLink('/a?b={nothing}', columns, ['1', 'x'])).toBeNull()
})

test.each(['https://evil.example/{name}', '//evil.example/{name}', '/\\evil.example/{name}', 'javascript:{name}'])(
  'no link leaves this site: %s',
  (template) => {
    expect(rowLink(template, columns, ['1', 'x'])).toBeNull()
  },
)

test('no value makes a link leave this site', () => {
  expect(rowLink('/{name}', columns, ['1', '/evil.example'])).toBe('/%2Fevil.example')
})
