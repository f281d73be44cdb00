import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('.', import.meta.resolve('@mantine/core/styles.layer.css')))
const SHEET = /^(\w+)\.layer\.css$/
const START = '@layer mantine {'

const contentOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8').replace(START, '').trim()

/** Names of the components with styles, what others are built on first, as in the one style sheet that Mantine has of all. */
const inMantinesOrder = (): readonly string[] => {
  const all = contentOf('styles.layer.css')
  const names = readdirSync(join(ROOT, 'styles')).flatMap((file) => SHEET.exec(file)?.[1] ?? [])
  const places = new Map(names.map((name) => [name, all.indexOf(firstSelector(contentOf(`styles/${name}.layer.css`)))]))
  const place = (name: string): number => places.get(name) ?? -1
  const unknown = names.filter((name) => place(name) < 0)
  if (unknown.length > 0) throw new Error(`Not in Mantine's style sheet of all components: ${unknown.join(', ')}`)
  return names.toSorted((first, second) => place(first) - place(second))
}

const firstSelector = (styles: string): string => styles.slice(0, styles.indexOf('{'))

/** Cascade layer of a component's styles. What is in `mantine` itself, such as the styles of other packages, wins over these. */
export const layerOf = (component: string): string => `mantine.${component}`

/** Declares the order of the layers. */
export const MANTINE_LAYERS = `@layer mantine{@layer ${inMantinesOrder().join(',')};}`
