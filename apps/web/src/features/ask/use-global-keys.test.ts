import { expect, test } from 'vitest'
import { meaningOf } from './use-global-keys.ts'

const NONE = { ctrlKey: false, metaKey: false, altKey: false }

test.each([
  ['Ctrl+K', { ...NONE, key: 'k', ctrlKey: true }, true, 'palette'],
  ['Cmd+K', { ...NONE, key: 'k', metaKey: true }, false, 'palette'],
  ['Ctrl+K under caps lock', { ...NONE, key: 'K', ctrlKey: true }, false, 'palette'],
  ['Ctrl+Alt+K, a letter of some keyboards', { ...NONE, key: 'k', ctrlKey: true, altKey: true }, false, null],
  ['a bare K', { ...NONE, key: 'k' }, false, null],
  ['a question mark', { ...NONE, key: '?' }, false, 'help'],
  ['a question mark that is being written', { ...NONE, key: '?' }, true, null],
] as const)('%s', (_, pressed, isWriting, meaning) => {
  expect(meaningOf(pressed, isWriting)).toBe(meaning)
})
