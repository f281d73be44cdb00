import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Plugin, Rolldown } from 'vite'

interface WorkerOptions {
  /** its source */
  readonly file: string
  /** ends of the paths of modules whose screens open without a connection */
  readonly screens: readonly string[]
}

/** Names of the files that the screen and all that it imports are in. */
const filesOf = (bundle: Rolldown.OutputBundle, screen: string): readonly string[] => {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const first = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(screen))
  if (first === undefined) throw new Error(`The bundle has no chunk of its own for ${screen}`)
  const needed = new Set([first])
  for (const chunk of needed)
    for (const imported of chunks) if (chunk.imports.includes(imported.fileName)) needed.add(imported)
  return [...needed].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
}

/** The files that the finished page names. */
const filesOfPage = (bundle: Rolldown.OutputBundle): readonly string[] => {
  const page = bundle['index.html']
  if (page?.type !== 'asset') throw new Error('The bundle has no page')
  return String(page.source).match(/\/assets\/[\w.-]+/g) ?? []
}

/** Writes the service worker with the list of the files that it stores. */
export const serviceWorker = ({ file, screens }: WorkerOptions): Plugin => ({
  name: 'cuvee:service-worker',
  apply: 'build',
  generateBundle: {
    // After the page is written.
    order: 'post',
    async handler(_options, bundle) {
      const stored = screens.flatMap((screen) => filesOf(bundle, screen)).map((name) => `/${name}`)
      const source = await readFile(file, 'utf8')
      const list = JSON.stringify([...new Set([...filesOfPage(bundle), ...stored])].toSorted())
      // The names contain hashes of the contents.
      const version = createHash('sha256').update(source).update(list).digest('hex').slice(0, 16)
      this.emitFile({
        type: 'asset',
        fileName: 'service-worker.js',
        source: source.replace('__VERSION__', version).replace('__FILES__', list),
      })
    },
  },
})
