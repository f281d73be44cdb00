import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Plugin, Rolldown } from 'vite'
import { filesOf } from './bundle-files.ts'

interface WorkerOptions {
  /** its source */
  readonly file: string
  /** ends of the paths of modules whose screens open without a connection */
  readonly screens: readonly string[]
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
    // After the page is written, which removes an entry that only imports others.
    order: 'post',
    async handler(_options, bundle) {
      const fonts = Object.keys(bundle)
        .filter((name) => name.endsWith('.woff2'))
        .map((name) => `/${name}`)
      const files = [...filesOfPage(bundle), ...screens.flatMap((screen) => filesOf(bundle, screen)), ...fonts]
      const source = await readFile(file, 'utf8')
      const list = JSON.stringify([...new Set(files)].toSorted())
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
