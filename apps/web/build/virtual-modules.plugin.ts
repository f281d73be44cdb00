import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { minifyContractRouter } from '@orpc/contract'
import type { Plugin } from 'vite'
import { lookupTable } from '../../../packages/domain/lookup-table.ts'

interface KindLabels {
  readonly kind: string
  readonly title: string
  readonly description: string
  readonly icon: string
  readonly peopleTitle?: string
}

/** Facts of an endpoint that only the server, its documentation and its tests read. */
const SERVER_ONLY = new Set([
  'sample',
  'rateLimit',
  'access',
  'effect',
  'transport',
  'ignoresKey',
  'takesNoShare',
  'accountTypes',
  'worksReadOnly',
  'callsOut',
  'summary',
  'description',
  'tags',
  'operationId',
])

/** What only the server reads of a declared report; the menu and the routes need its page. */
const REPORT_CONTENT = new Set(['definition', 'description', 'ownRange'])

const without = (left: ReadonlySet<string>) => (key: string, value: unknown) => (left.has(key) ? undefined : value)

const importFile = (file: string) => import(pathToFileURL(resolve(file)).href)

const pagesModule = async (file: string): Promise<string> => {
  const { REPORT_DECLARATIONS } = await importFile(file)
  return `export const REPORT_DECLARATIONS = ${JSON.stringify(REPORT_DECLARATIONS, without(REPORT_CONTENT))}`
}

/** Files of registries. */
interface Registries {
  readonly contract: string
  readonly insights: string
  /** left out: with their definitions, for tests */
  readonly reports?: string
}

/**
 * Gives the browser what it needs of the registries: the routes of the contract without their schemas, labels and icons of the kinds of
 * insight without their detectors, and pages of built-in reports without their definitions.
 */
export const virtualModules = ({ contract, insights, reports }: Registries): Plugin => {
  const readKinds = async (): Promise<readonly KindLabels[]> => (await importFile(insights)).INSIGHT_KINDS
  const modules: Readonly<Record<string, () => Promise<string>>> = lookupTable({
    'virtual:contract-routes': async () => {
      const router = minifyContractRouter((await importFile(contract)).contract)
      return `export const routes = JSON.parse(${JSON.stringify(JSON.stringify(router, without(SERVER_ONLY)))})`
    },
    'virtual:insight-kinds': async () => {
      const kinds = (await readKinds()).map(({ kind, title, description, peopleTitle }) => ({
        ...{ kind, title, description, peopleTitle },
      }))
      return `export const INSIGHT_KINDS = ${JSON.stringify(kinds)}`
    },
    'virtual:insight-icons': async () => {
      const kinds = await readKinds()
      const names = new Set(kinds.map(({ icon }) => icon))
      return `import { ${[...names].join(', ')} } from '@tabler/icons-react'
export const INSIGHT_ICONS = { ${kinds.map(({ kind, icon }) => `${kind}: ${icon}`).join(', ')} }`
    },
    ...(reports === undefined ? {} : { [resolve(reports)]: () => pagesModule(reports) }),
  })
  return {
    name: 'cuvee:virtual-modules',
    resolveId: (source) =>
      source.startsWith('virtual:') && Object.hasOwn(modules, source) ? `\0${source}` : undefined,
    load: (id) => modules[id.replace('\0', '')]?.(),
  }
}
