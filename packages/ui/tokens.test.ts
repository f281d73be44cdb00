import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast, DARK_HEAT, type HeatColors, LIGHT_HEAT, textOn } from '#charts/heat-palette.ts'
import { COMPARISON_COLOR, DARK_COLORS, LIGHT_COLORS, PRINTED } from '#charts/palette.ts'

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')
const css = read('./tokens.css')

type Tokens = ReadonlyMap<string, string>

const tokensIn = (block: string): Tokens =>
  new Map([...block.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))

const blockOf = (selector: string): string => css.split(`${selector} {`)[1]?.split('\n}')[0] ?? ''

const shared = tokensIn(blockOf('\n:root'))
const light: Tokens = new Map([...shared, ...tokensIn(blockOf('[data-mantine-color-scheme="light"]'))])
const dark: Tokens = new Map([...shared, ...tokensIn(blockOf('[data-mantine-color-scheme="dark"]'))])

/** The hex color of a token, which may refer to another. */
const resolveColor = (tokens: Tokens, name: string): string => {
  const value = tokens.get(name) ?? ''
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  return reference === undefined ? value : resolveColor(tokens, reference)
}

const pairs = (texts: readonly string[], surfaces: readonly string[]) =>
  texts.flatMap((text) => surfaces.map((surface) => [`--cuvee-${text}`, `--cuvee-${surface}`] as const))

const BACKGROUNDS = ['page', 'surface', 'raised', 'hover']
const TONES = ['good', 'warning', 'bad', 'info']

/** Text needs 4.5:1 (WCAG 1.4.3). */
const TEXT = [
  ...pairs(['ink', 'dim', 'link', 'accent-text', ...TONES], BACKGROUNDS),
  ...pairs(['ink', 'dim', 'accent-text'], ['accent-soft']),
  ...TONES.flatMap((tone) => pairs(['ink', tone], [`${tone}-soft`])),
  ...pairs(['on-accent'], ['accent']),
  ...pairs(['ink', 'dim'], ['field']),
  ['--chart-text', '--cuvee-surface'],
] as const

/** Marks, and what shows the focus, need 3:1 (WCAG 1.4.11). */
const MARKS = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 'subject', 'before'].map((name) => [`--chart-${name}`, '--cuvee-surface'] as const),
  ...pairs(['focus'], [...BACKGROUNDS, 'accent-soft']),
  ...pairs(['accent'], ['page', 'surface']),
] as const

const THEMES = [
  ['light', light],
  ['dark', dark],
] as const

for (const [theme, tokens] of THEMES) {
  const ratio = ([front, back]: readonly [string, string]) =>
    contrast(resolveColor(tokens, front), resolveColor(tokens, back))
  test.each(TEXT)(`${theme}: %s can be read on %s`, (...pair) => expect(ratio(pair)).toBeGreaterThanOrEqual(4.5))
  test.each(MARKS)(`${theme}: %s stands out from %s`, (...pair) => expect(ratio(pair)).toBeGreaterThanOrEqual(3))
}

test.each([
  ['light', light, LIGHT_COLORS],
  ['dark', dark, DARK_COLORS],
] as const)('charts on the page use the same colors as in email and print: %s', (_, tokens, colors) => {
  const names = [...Array.from({ length: 8 }, (_color, index) => `${index + 1}`), 'subject']
  expect(names.map((name) => resolveColor(tokens, `--chart-${name}`).toUpperCase())).toEqual([...colors])
})

test('the period compared with has one color on the page, in email and in print', () =>
  expect(resolveColor(light, '--chart-before').toUpperCase()).toBe(COMPARISON_COLOR))

test.each(Object.entries(PRINTED))('%s has one color on the page, in email and in print', (name, color) =>
  expect(resolveColor(light, `--cuvee-${name}`).toUpperCase()).toBe(color),
)

const [lightHeat = '', darkHeat = ''] = read('./heat-colors.css').split('[data-mantine-color-scheme="dark"]')

const written = ({ above, below }: HeatColors): readonly string[] =>
  [...above, ...below].map((color) => `${color} ${textOn(color).slice(0, 4)}`)

const heatIn = (part: string): readonly string[] =>
  [...part.matchAll(/--heat-\w+-\d: (#[0-9a-f]{6});\s*--on-heat-\w+-\d: (#[0-9a-f]{3});/g)].map(
    ([, color = '', text = '']) => `${color} ${text}`,
  )

test.each([
  ['light', lightHeat, LIGHT_HEAT],
  ['dark', darkHeat, DARK_HEAT],
] as const)('heatmaps on the page use the same colors as in email and print: %s', (_, part, colors) => {
  expect(heatIn(part)).toEqual(written(colors))
})

const document = read('../../apps/web/index.html')

test.each([
  ['light', light, ':root'],
  ['dark', dark, ':root[data-mantine-color-scheme="dark"]'],
] as const)('the first paint has the colors of the page: %s', (_, tokens, selector) => {
  const boot = tokensIn(document.split(`${selector} {`)[1]?.split('}')[0] ?? '')
  const names = { page: 'page', surface: 'surface', line: 'line', text: 'ink' }
  for (const [name, token] of Object.entries(names))
    expect(boot.get(`--boot-${name}`)).toBe(resolveColor(tokens, `--cuvee-${token}`))
})

const root = new URL('../../', import.meta.url).pathname
const styles = globSync(['packages/{ui,widgets}/**/*.css', 'apps/web/src/**/*.css'], { cwd: root }).map(
  (file) => [file, readFileSync(`${root}${file}`, 'utf8')] as const,
)

test('style sheets only use design tokens that exist', () => {
  const own = styles.flatMap(([, text]) => [...tokensIn(text).keys()])
  const defined = new Set([...light.keys(), ...own])
  const unknown = styles.flatMap(([file, text]) =>
    [...text.matchAll(/var\((--(?:cuvee|chart|wine|paper|charcoal|brick|word)-[\w-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !defined.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test.each([
  [
    'font sizes',
    /font-size: (?!var\(--(?:cuvee-font|mantine-font-size)|(?:12|13|14|16|20|32)px|inherit|clamp|[\d.]+(?:em|rem))[^;]+;/g,
  ],
  ['focus rings', /outline: (?!var\(--cuvee-focus-ring\)|none|2px solid Highlight)[^;]+;/g],
  ['text colors', /(?<![-\w])color: (?:#|rgb)[^;]+;/g],
] as const)('style sheets take %s from the design tokens', (_, pattern) => {
  const found = styles.flatMap(([file, text]) => [...text.matchAll(pattern)].map(([line]) => `${file}: ${line}`))
  expect(found).toEqual([])
})
