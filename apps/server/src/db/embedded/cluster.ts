import { spawn } from 'node:child_process'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFailure } from '#server/start-failure.ts'
import type { PostgresBinaries } from './binaries.ts'
import { changeOwner, type Identity } from './identity.ts'

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
  await rename(temporaryDir, dataDir).catch(() => rm(temporaryDir, { recursive: true, force: true }))
}

const ARGUMENTS = [
  '--auth=trust',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--locale=C.UTF-8',
  '--no-instructions',
]

const initdb = async (dataDir: string, binaries: PostgresBinaries, { prefix, ids }: Identity): Promise<void> => {
  const [program = '', ...before] = [...prefix, binaries.initdb]
  const child = spawn(program, [...before, `--pgdata=${dataDir}`, `--username=${SUPERUSER}`, ...ARGUMENTS], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: join(dataDir, '..'),
    ...ids,
  })
  let stderr = ''
  child.stderr.on('data', (bytes: Buffer) => {
    stderr += bytes.toString()
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0) return
  const reason = stderr.trim().split('\n').at(-1) ?? ''
  throw new StartFailure(`PostgreSQL could not make its directory: ${reason}${hintFor(ids)}`)
}

const hintFor = (ids: Identity['ids']): string =>
  ids ? ' (run Cuvee as another user than root, or allow `unshare --user`)' : ''
