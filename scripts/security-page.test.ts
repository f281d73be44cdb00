import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const REQUIREMENTS = 52
const FAULTS = 39

interface Row {
  readonly what: string
  readonly state: string
}

const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')

/** Rows of the tables of the first two sections; the last cell says which tests cover it. */
const rows: readonly Row[] = page
  .slice(page.indexOf('## Requirements'), page.indexOf('## Security tools'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (#|what) \|/.test(line))
  .map((line) => {
    const cells = line.slice(2, -2).split(' | ')
    return { what: cells[0] ?? '', state: cells.at(-1) ?? '' }
  })

const testFiles = ['apps', 'packages', 'e2e', 'scripts']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter(
    (file) =>
      /(\.test\.tsx?|\.spec\.ts|connectors\/kit\/.*\.fixture\.ts)$/.test(file) && !file.includes('node_modules'),
  )

const filesNamed = (name: string): readonly string[] =>
  testFiles.filter((file) => `/${file}`.replace(/(\.full)?(\.test|\.fixture)?\.tsx?$/, '').endsWith(`/${name}`))

/** Names such as `sign-in`, `session.spec` and `kit/address`; other code has capitals, spaces or dots. */
const namesIn = (state: string): readonly string[] =>
  [...state.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => (/^[a-z\d/-]+(\.spec)?$/.test(name) ? [name] : []))

/** Names of tests in italics; an ellipsis stands for what differs. */
const testNamesIn = (state: string): readonly string[] =>
  [...state.matchAll(/\*([^*]+)\*/g)]
    .flatMap(([, name = '']) => name.split('…').map((part) => part.trim()))
    .filter(Boolean)

/** `12–16` and `F14, F15` name several. */
const numbersOf = ({ what }: Row): readonly string[] => {
  const [, first = '', last = ''] = /^(\d+)–(\d+)$/.exec(what) ?? []
  if (last === '') return what.split(', ')
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => String(Number(first) + index))
}

const upTo = (last: number, prefix = '') => Array.from({ length: last }, (_, index) => `${prefix}${index + 1}`)

test('every requirement and fault has a row, which says whether tests cover it', () => {
  const faultRange = /^F(\d+)–F(\d+)$/
  const numbered = rows.flatMap((row) => {
    const [, first, last] = faultRange.exec(row.what) ?? []
    return first ? upTo(Number(last), 'F').slice(Number(first) - 1) : numbersOf(row)
  })
  expect(numbered.filter((number) => /^F?\d+$/.test(number))).toEqual([...upTo(REQUIREMENTS), ...upTo(FAULTS, 'F')])
  expect(rows.filter(({ state }) => !/^(Covered|Partly)\. /.test(state))).toEqual([])
  expect(rows.filter(({ state }) => state.startsWith('Partly') !== state.includes('Open: '))).toEqual([])
})

test.each(rows)('$what: the named tests exist', ({ state }) => {
  const names = namesIn(state)
  expect(names.filter((name) => filesNamed(name).length === 0)).toEqual([])
  const texts = names.flatMap(filesNamed).map((file) => readFileSync(join(ROOT, file), 'utf8'))
  expect(testNamesIn(state).filter((name) => !texts.some((text) => text.includes(name)))).toEqual([])
  expect(texts.length).toBeGreaterThan(0)
})
