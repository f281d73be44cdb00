import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

interface KindLabels {
  readonly kind: string
  readonly title: string
  readonly description: string
  readonly icon: string
}

const KINDS = 'virtual:insight-kinds'
const ICONS = 'virtual:insight-icons'

const iconsModule = (kinds: readonly KindLabels[]): string => `
import { ${[...new Set(kinds.map(({ icon }) => icon))].join(', ')} } from '@tabler/icons-react'
export const INSIGHT_ICONS = { ${kinds.map(({ kind, icon }) => `${kind}: ${icon}`).join(', ')} }`

const kindsModule = (kinds: readonly KindLabels[]): string =>
  `export const INSIGHT_KINDS = ${JSON.stringify(kinds.map(({ kind, title, description }) => ({ kind, title, description })))}`

/** Gives the browser the labels and icons of each kind of insight without its detector. */
export const insightKinds = (registryFile: string): Plugin => ({
  name: 'cuvee:insight-kinds',
  resolveId: (source) => (source === KINDS || source === ICONS ? `\0${source}` : undefined),
  async load(source) {
    if (source !== `\0${KINDS}` && source !== `\0${ICONS}`) return undefined
    const { INSIGHT_KINDS } = await import(pathToFileURL(resolve(registryFile)).href)
    return source.endsWith(KINDS) ? kindsModule(INSIGHT_KINDS) : iconsModule(INSIGHT_KINDS)
  },
})
