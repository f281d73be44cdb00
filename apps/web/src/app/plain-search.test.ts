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
