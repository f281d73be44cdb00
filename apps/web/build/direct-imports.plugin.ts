import type { Plugin } from 'vite'
import { chunksOf, isFacade } from './bundle-files.ts'

/** All of a chunk that only names what is in another. */
const FACADE = /^export\{([^}]+)\}from"\.\/([\w.-]+\.js)";?\s*$/
const DYNAMIC_IMPORT = /import\((["'`])\.\/([\w.-]+\.js)\1\)/g

/** `a as b,c` as the fields of an object: `b:m.a,c:m.c` */
const fieldsOf = (exported: string): string =>
  exported
    .split(',')
    .map((one) => one.trim().split(' as '))
    .map(([inner = '', name = inner]) => `${name}:m.${inner}`)
    .join(',')

/**
 * The bundler gives each module that is imported on demand a file of its own, even if all that it has is in another. This imports the
 * other one, which saves a request. Names of files stay right: an importing file's has the hash of the facade's.
 */
export const directImports = (): Plugin => ({
  name: 'cuvee:direct-imports',
  apply: 'build',
  generateBundle: {
    // After the service worker's list is written, which looks for the modules.
    order: 'post',
    handler(_options, bundle) {
      const chunks = chunksOf(bundle)
      const facades = new Map(
        chunks.filter(isFacade).flatMap(({ fileName, code }) => {
          const [, exported, target] = FACADE.exec(code) ?? []
          if (exported === undefined || target === undefined) return []
          return [[fileName, { file: fileName.replace(/[^/]+$/, target), target, fields: fieldsOf(exported) }] as const]
        }),
      )
      const folder = chunks[0]?.fileName.replace(/[^/]+$/, '') ?? ''
      for (const chunk of chunks) {
        chunk.code = chunk.code.replace(DYNAMIC_IMPORT, (call, _quote, name) => {
          const facade = facades.get(`${folder}${name}`)
          return facade ? `import("./${facade.target}").then(m=>({${facade.fields}}))` : call
        })
        // What is loaded along with an import on demand.
        for (const [name, { file }] of facades) chunk.code = chunk.code.replaceAll(`"${name}"`, `"${file}"`)
      }
      for (const name of facades.keys()) if (!chunks.some(({ imports }) => imports.includes(name))) delete bundle[name]
    },
  },
})
