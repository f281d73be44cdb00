import { expect, test } from 'vitest'
import { isDoNotTrack } from './do-not-track.ts'

const storageOf = (entries: Readonly<Record<string, string>>) => ({
  length: Object.keys(entries).length,
  key: (place: number) => Object.keys(entries)[place] ?? null,
  getItem: (name: string) => entries[name] ?? null,
})

test.each([
  [{}, false],
  [{ theme: '1' }, false],
  [{ doNotTrack: '1' }, true],
  [{ doNotTrack: 'true' }, true],
  [{ theme: 'dark', 'do-not-track': 'yes' }, true],
  [{ DO_NOT_TRACK: '1' }, true],
  [{ doNotTrack: '0' }, false],
  [{ doNotTrack: 'False' }, false],
  [{ doNotTrack: '' }, false],
])('with %j in local storage nothing is tracked: %s', (entries, expected) => {
  expect(isDoNotTrack(storageOf(entries))).toBe(expected)
})
