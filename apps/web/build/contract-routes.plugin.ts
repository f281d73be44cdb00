import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { minifyContractRouter } from '@orpc/contract'
import type { Plugin } from 'vite'

const id = 'virtual:contract-routes'
const resolvedId = `\0${id}`

/** Facts of an endpoint that only the server and its tests read. */
const SERVER_ONLY = new Set(['sample', 'rateLimit'])

/** Gives the browser the routes of the contract without their schemas, which would be most of the bundle. */
export const contractRoutes = (contractFile: string): Plugin => ({
  name: 'cuvee:contract-routes',
  resolveId: (source) => (source === id ? resolvedId : undefined),
  async load(source) {
    if (source !== resolvedId) return undefined
    const { contract } = await import(pathToFileURL(resolve(contractFile)).href)
    const omitServerOnly = (key: string, value: unknown) => (SERVER_ONLY.has(key) ? undefined : value)
    const json = JSON.stringify(minifyContractRouter(contract), omitServerOnly)
    return `export const routes = JSON.parse(${JSON.stringify(json)})`
  },
})
