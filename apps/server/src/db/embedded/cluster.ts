import { spawn } from 'node:child_process'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFailure } from '#server/start-failure.ts'
import type { PostgresBinaries } from './binaries.ts'
import { handOver, type Identity } from './identity.ts'

export const SUPERUSER = 'cuvee'

const PRIVATE = 0o700

/**
 * Makes the directory of a new database server, unless there is one. It appears whole or not at all: made aside, then renamed,
 * so neither a crash nor a second process leaves half of one.
 *
 * @throws StartFailure when the directory holds something else, or a damaged server: it is never started over
 */
export const makeCluster = async (dataDir: string, binaries: PostgresBinaries, identity: Identity): Promise<void> => {
  const content = await readdir(dataDir).catch(() => null)
  if (content?.includes('PG_VERSION')) return
  if (content && content.length > 0) throw new StartFailure(`${dataDir} is not a PostgreSQL directory, or is damaged`)
  if (content) await rmdir(dataDir)
  const aside = `${dataDir}.new-${process.pid}`
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { mode: PRIVATE })
  await handOver(aside, identity)
  await initdb(aside, binaries, identity)
  await rename(aside, dataDir).catch(() => rm(aside, { recursive: true, force: true }))
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
  let complaint = ''
  child.stderr.on('data', (bytes: Buffer) => {
    complaint += bytes.toString()
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0) return
  const reason = complaint.trim().split('\n').at(-1) ?? ''
  throw new StartFailure(`PostgreSQL could not make its directory: ${reason}${remedyFor(ids)}`)
}

const remedyFor = (ids: Identity['ids']): string =>
  ids ? ' (run Cuvee as another user than root, or allow `unshare --user`)' : ''
