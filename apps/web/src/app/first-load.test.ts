import { expect, test } from 'vitest'
import { firstLoadText } from './account-data.ts'

test.each([
  [{ done: 61, total: 100 }, 'Loading your data, 61%'],
  [{ done: 1999, total: 2000 }, 'Loading your data, 99%'],
  [{ done: 2001, total: 2000 }, 'Loading your data, 100%'],
  [{ done: 5, total: null }, 'Loading your data…'],
  [{ done: 0, total: 0 }, 'Loading your data…'],
])('%j reads "%s"', (load, text) => expect(firstLoadText(load)).toBe(text))
