import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DARK_HEAT, type HeatColors, LIGHT_HEAT, textOn } from '#charts/heat-palette.ts'
import { DARK_COLORS, LIGHT_COLORS } from '#charts/palette.ts'

const css = readFileSync(new URL('./chart-colors.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = css.split('[data-mantine-color-scheme="dark"]')

const colorsIn = (part: string): readonly string[] =>
  [...part.matchAll(/--chart-\d: (#[0-9a-f]{6});/g)].map(([, color = '']) => color.toUpperCase())

test.each([
  ['light', light, LIGHT_COLORS],
  ['dark', dark, DARK_COLORS],
] as const)('charts on the page use the same colors as in email and print: %s', (_, part, colors) => {
  expect(colorsIn(part)).toEqual([...colors])
})

const written = ({ warm, cool }: HeatColors): readonly string[] =>
  [...warm, ...cool].map((color) => `${color} ${textOn(color).slice(0, 4)}`)

const heatIn = (part: string): readonly string[] =>
  [...part.matchAll(/--(?:warm|cool)-\d: (#[0-9a-f]{6});\s*--on-(?:warm|cool)-\d: (#[0-9a-f]{3});/g)].map(
    ([, color = '', text = '']) => `${color} ${text}`,
  )

test.each([
  ['light', light, LIGHT_HEAT],
  ['dark', dark, DARK_HEAT],
] as const)('heatmaps on the page use the same colors as in email and print: %s', (_, part, colors) => {
  expect(heatIn(part)).toEqual(written(colors))
})
