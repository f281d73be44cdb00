import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { minifyContractRouter } from '@orpc/contract'
import type { Plugin } from 'vite'

const id = 'virtual:contract-routes'
const resolvedId = `\0${id}`

/** Gives the browser the routes of the contract without their schemas, which would cost more bytes than all else. */
export const contractRoutes = (contractFile: string): Plugin => ({
  name: 'cuvee:contract-routes',
  resolveId: (source) => (source === id ? resolvedId : undefined),
  async load(source) {
    if (source !== resolvedId) return undefined
    const { contract } = await import(pathToFileURL(resolve(contractFile)).href)
    return `export const routes = JSON.parse(${JSON.stringify(JSON.stringify(minifyContractRouter(contract)))})`
  },
})
