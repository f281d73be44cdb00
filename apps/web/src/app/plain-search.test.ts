import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './plain-search.ts'

test('a token of digits keeps every digit', () => {
  expect(parseSearch('?token=12345678901234567890.5&userId=7')).toEqual({
    token: '12345678901234567890.5',
    userId: '7',
  })
})

test('what is written is read again, and absent values are not written', () => {
  const search = { redirect: '/a?b=c&d=é#e', empty: '', absent: undefined, nothing: null }
  expect(parseSearch(stringifySearch(search))).toEqual({ redirect: '/a?b=c&d=é#e', empty: '' })
  expect(stringifySearch({ absent: undefined })).toBe('')
})

test('all filters of one column are kept, and of any other repeated name the last value', () => {
  const address = '?f.brand=Equal%3AA&f.brand=NotEqual%3AB&redirect=%2Fa&redirect=%2Fb'
  const search = parseSearch(address)
  expect(search).toEqual({ 'f.brand': ['Equal:A', 'NotEqual:B'], redirect: '/b' })
  expect(stringifySearch(search)).toBe('?f.brand=Equal%3AA&f.brand=NotEqual%3AB&redirect=%2Fb')
})
