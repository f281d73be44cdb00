import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|html|svg|json|map)$/
/** Below this a compressed copy saves nothing on the wire. */
const smallestBytes = 1024

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const compress = async (file: string): Promise<void> => {
  const bytes = await readFile(file)
  if (bytes.byteLength < smallestBytes) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength }
  await writeFile(`${file}.br`, await brotli(bytes, { params }))
  await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }))
}

/** Writes `.br` and `.gz` next to each built text file, so that the server never compresses one twice. */
export const precompress = (folder: string): Plugin => ({
  name: 'cuvee:precompress',
  apply: 'build',
  async closeBundle() {
    const files = await readdir(folder, { recursive: true })
    await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compress(join(folder, file))))
  },
})
