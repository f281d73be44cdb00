import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { shownTexts } from './shown-texts.ts'

/** A quotation ends before a space or a mark; an apostrophe and a name within it do not end it. */
const QUOTED = /(?<=^|[\s(])'(.+?)'(?=[\s,.;:)]|$)/gm
/** The third column of the table of section 5. */
const MESSAGE = /^\|[^|]+\|[^|]+\| ([A-Z][^|]+) \|$/gm
/** Labels that the specification lists without quotation marks. */
const LISTS = [
  /(?:Groups|Buttons|Profile menu): (.+?)\.(?:\s|$)/gm,
  /dialog with (.+?)\)/g,
  /panel with (.+?)\./g,
  /textarea, (.+?)\./g,
  /links ([^'(]+)/g,
  /sales-trends \((.+?)\)/g,
]

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, group = '']) => group)

const labelsIn = (list: string): string[] =>
  list
    .replace(/\([^)]*\)/g, '')
    .split(/,|\band\b/)
    .map((label) => label.trim())
    .filter((label) => /^[A-Z0-9]/.test(label))

const specification = await readFile(new URL('./specified-texts.md', import.meta.url), 'utf8')
const sentences = [QUOTED, MESSAGE].flatMap((pattern) => matches(specification, pattern))
const labels = LISTS.flatMap((pattern) => matches(specification, pattern)).flatMap(labelsIn)
const specified = [...new Set([...sentences.flatMap((text) => text.split(' / ')), ...labels])]

const asShown = (text: string): string => text.replace(/\{\w+\}/g, '{}')

/** What stands between values, of which the version is one. */
const parts = (text: string): string[] => text.split(/\{\}|(\d+\.\d+\.\d+)/).flatMap((part) => part?.trim() || [])

/** Next to a value, a text may be part of a longer one. */
const sentencesNextToValues = (text: string): string[] =>
  /^\W|: ?$/.test(text) ? text.split(/[.:]/).map((part) => part.trim()) : []

const TEXT_SOURCES = [
  ...['apps/web/src/app', 'apps/web/src/api', 'apps/web/src/features/dashboard/', 'apps/web/src/features/filter-bar'],
  ...['packages/contract', 'packages/domain', 'packages/reports/navigation.ts', 'packages/reports/sales'],
]
const texts = TEXT_SOURCES.flatMap((place) => shownTexts(place).flatMap(([, all]) => all))
const shown = new Set(texts.flatMap((text) => [text, ...sentencesNextToValues(text)]))

test('the specification is read', () => {
  expect(specified).toHaveLength(79)
})

test.each(specified)('the product says “%s” to the letter', (text) => {
  const whole = asShown(text)
  const missing = shown.has(whole) ? [] : parts(whole).filter((part) => !shown.has(part))
  expect(missing).toEqual([])
})
