import type { Plugin } from 'vite'
import { layerOf, MANTINE_LAYERS } from './mantine-layers.ts'

/** The module in which a component of Mantine names its CSS classes. */
const CLASS_NAMES = /@mantine[\\/](core|notifications|spotlight|dropzone)[\\/]esm[\\/].*?(\w+)\.module\.mjs$/
/** The style sheet of one component of @mantine/core. */
const COMPONENT_STYLES = /@mantine[\\/]core[\\/]styles[\\/](\w+)\.layer\.css$/

const BASE = 'virtual:mantine-styles'
/** What does not belong to a component. */
const BASE_STYLES = ['@mantine/core/styles/baseline.layer.css', '@mantine/core/styles/global.layer.css']
/** The development server bundles packages before plugins see their modules. */
const ALL_STYLES = ['core', 'notifications', 'spotlight', 'dropzone'].map((name) => `@mantine/${name}/styles.layer.css`)

const imports = (files: readonly string[]): string => files.map((file) => `import '${file}'\n`).join('')

/**
 * Loads the styles of Mantine's components with their code, so that a page loads only those of what it shows. They are in
 * cascade layers, where the app's own styles win, and a tab wins over the button it is built on, in whatever order files arrive.
 */
export const mantineStyles = (): Plugin => {
  let isServing = false
  return {
    name: 'cuvee:mantine-styles',
    configResolved: ({ command }) => {
      isServing = command === 'serve'
    },
    resolveId: (source) => (source === BASE ? `\0${BASE}` : undefined),
    load: (id) => (id === `\0${BASE}` ? imports(isServing ? ALL_STYLES : BASE_STYLES) : undefined),
    transform: (code, id) => {
      const [, sheet] = COMPONENT_STYLES.exec(id) ?? []
      if (sheet !== undefined) return { code: code.replaceAll('@layer mantine', `@layer ${layerOf(sheet)}`), map: null }
      const [, name, component] = CLASS_NAMES.exec(id) ?? []
      if (component === undefined) return undefined
      const file = name === 'core' ? `styles/${component}.layer.css` : 'styles.layer.css'
      return { code: `${imports([`@mantine/${name}/${file}`])}${code}`, map: null }
    },
    // The first style sheet of the page decides on the order of layers.
    transformIndexHtml: () => [{ tag: 'style', children: MANTINE_LAYERS, injectTo: 'head-prepend' }],
  }
}
