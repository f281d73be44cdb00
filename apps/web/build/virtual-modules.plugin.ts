import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { minifyContractRouter } from '@orpc/contract'
import type { Plugin } from 'vite'

interface KindLabels {
  readonly kind: string
  readonly title: string
  readonly description: string
  readonly icon: string
  readonly peopleTitle?: string
}

const KINDS = 'virtual:insight-kinds'
const ICONS = 'virtual:insight-icons'

const iconsModule = (kinds: readonly KindLabels[]): string => `
import { ${[...new Set(kinds.map(({ icon }) => icon))].join(', ')} } from '@tabler/icons-react'
export const INSIGHT_ICONS = { ${kinds.map(({ kind, icon }) => `${kind}: ${icon}`).join(', ')} }`

const kindsModule = (kinds: readonly KindLabels[]): string =>
  `export const INSIGHT_KINDS = ${JSON.stringify(kinds.map(({ kind, title, description, peopleTitle }) => ({ kind, title, description, peopleTitle })))}`

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

const ROUTES = 'virtual:contract-routes'
const RESOLVED_ROUTES = `\0${ROUTES}`

/** Facts of an endpoint that only the server, its documentation and its tests read. */
const SERVER_ONLY = new Set([
  'sample',
  'rateLimit',
  'access',
  'effect',
  'transport',
  'isKeyed',
  'accountTypes',
  'worksReadOnly',
  'callsOut',
  'summary',
  'description',
  'tags',
  'operationId',
])

/** Gives the browser the routes of the contract without their schemas, which would be most of the bundle. */
export const contractRoutes = (contractFile: string): Plugin => ({
  name: 'cuvee:contract-routes',
  resolveId: (source) => (source === ROUTES ? RESOLVED_ROUTES : undefined),
  async load(source) {
    if (source !== RESOLVED_ROUTES) return undefined
    const { contract } = await import(pathToFileURL(resolve(contractFile)).href)
    const omitServerOnly = (key: string, value: unknown) => (SERVER_ONLY.has(key) ? undefined : value)
    const json = JSON.stringify(minifyContractRouter(contract), omitServerOnly)
    return `export const routes = JSON.parse(${JSON.stringify(json)})`
  },
})

/** What only the server reads of a declared report; the menu and the routes need its page. */
const REPORT_CONTENT = new Set(['definition', 'description', 'ownRange'])

/** Gives the browser the pages of the built-in reports without their definitions, which it asks the API for. */
export const reportPages = (registryFile: string): Plugin => {
  const file = resolve(registryFile)
  return {
    name: 'cuvee:report-pages',
    async load(id) {
      if (id !== file) return undefined
      const { REPORT_DECLARATIONS } = await import(pathToFileURL(file).href)
      const omitContent = (key: string, value: unknown) => (REPORT_CONTENT.has(key) ? undefined : value)
      return `export const REPORT_DECLARATIONS = ${JSON.stringify(REPORT_DECLARATIONS, omitContent)}`
    },
  }
}
