// Builds the web app when its sources changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { giveUp, ROOT, run, say } from './toolchain.mjs'

const SOURCES = ['apps/web', 'packages', 'package-lock.json', 'package.json']
const IGNORED_FOLDERS = new Set(['dist', 'node_modules'])
const PAGE = join(ROOT, 'apps/web/dist/index.html')
// Outside dist, because everything in dist is served.
const STAMP = join(ROOT, 'node_modules/.cache/cuvee/web-build')

export const buildWeb = async (node) => {
  const sources = hashFiles(SOURCES)
  if (existsSync(PAGE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return
  say('Building the web app…')
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '--config', 'apps/web/vite.config.ts', '--logLevel', 'warn']
  if ((await run(node, args, { NODE_ENV: 'production' })) !== 0)
    giveUp('The web app could not be built. See the messages above.')
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, sources)
}

const hashFiles = (paths) => {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(listFiles)) hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)))
  return hash.digest('hex')
}

const listFiles = (path) => {
  const entries = readEntries(path)
  if (entries === null) return [path]
  return entries
    .filter(({ name }) => !IGNORED_FOLDERS.has(name) && !/\.test\.tsx?$/.test(name))
    .flatMap(({ name }) => listFiles(`${path}/${name}`))
}

const readEntries = (path) => {
  try {
    return readdirSync(join(ROOT, path), { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return null
  }
}
