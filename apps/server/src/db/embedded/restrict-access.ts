import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SocketConnection } from '#server/db/database.ts'
import { isOwned } from '#server/db/owner-lock.ts'
import { StartFailure } from '#server/runtime.ts'
import { changeOwner, type Identity } from './identity.ts'
import { findPostmaster, removeStalePidFile, stopPostmaster } from './postmaster.ts'

/** Requires the password of every connection. PostgreSQL's user may be shared with other programs, so it proves nothing. */
const ACCESS_RULES = `# Written by Cuvee, which replaces other rules at its next start.
local all all scram-sha-256
`

const rulesFile = (dataDir: string): string => join(dataDir, 'pg_hba.conf')

/** Inside the cluster, so that both are created, copied and removed together. */
export const passwordFile = (dataDir: string): string => join(dataDir, 'cuvee.password')

interface Cluster {
  readonly dataDir: string
  readonly user: string
  readonly identity: Identity
  /** the server program, absolute */
  readonly postgres: string
}

/**
 * The password of the cluster's user. A cluster of an earlier release, which trusted every connection, first gets one and the rules
 * that require it.
 *
 * @returns '' for a cluster on which a server of an earlier release still runs
 * @throws StartFailure with PostgreSQL's error message when the cluster cannot be changed
 */
export const ensurePassword = async (cluster: Cluster): Promise<string> => {
  const { dataDir, user } = cluster
  const password = await readPassword(dataDir)
  if (password !== null) return password
  const running = await findPostmaster(dataDir)
  if (running && (await isInUse({ host: running.socketDir, user, password: '', database: 'cuvee' }))) return ''
  if (running) await stopPostmaster(dataDir)
  await removeStalePidFile(dataDir)
  return restrictAccess(cluster)
}

/** null when the cluster has no password yet, or rules that do not ask for it. */
const readPassword = async (dataDir: string): Promise<string | null> => {
  const rules = await readFile(rulesFile(dataDir), 'utf8').catch(() => '')
  const password = await readFile(passwordFile(dataDir), 'utf8').catch(() => '')
  return rules === ACCESS_RULES && password !== '' ? password : null
}

const isInUse = (connection: SocketConnection): Promise<boolean> => isOwned(connection).catch(() => false)

const PASSWORD_BYTES = 32

/**
 * Sets a new password on a cluster that is not running. The file is written last: after a crash before that, the next start begins
 * again.
 */
export const restrictAccess = async (cluster: Cluster): Promise<string> => {
  const { dataDir, user, identity } = cluster
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  await runSingleUser(cluster, `alter role ${user} password '${password}'`)
  await writePrivate(rulesFile(dataDir), ACCESS_RULES, identity)
  await writePrivate(passwordFile(dataDir), password, null)
  return password
}

const PRIVATE_FILE = 0o600

/** Replaces the file at once. `reader`: the user who must read it; null: this process only. */
const writePrivate = async (path: string, text: string, reader: Identity | null): Promise<void> => {
  const temporary = `${path}.new`
  await writeFile(temporary, text, { mode: PRIVATE_FILE, flush: true })
  if (reader) await changeOwner(temporary, reader)
  await rename(temporary, path)
}

// Without a server nobody can connect meanwhile, and standard input keeps the password out of the process list.
const runSingleUser = async ({ dataDir, identity, postgres }: Cluster, statement: string): Promise<void> => {
  const [program = '', ...before] = [...identity.prefix, postgres]
  const child = spawn(program, [...before, '--single', '-D', dataDir, 'postgres'], {
    stdio: ['pipe', 'ignore', 'pipe'],
    cwd: dataDir,
    ...identity.ids,
  })
  let stderr = ''
  child.stderr.on('data', (bytes: Buffer) => {
    stderr += bytes.toString()
  })
  // The program may exit before it reads; its error message tells why.
  child.stdin.on('error', () => undefined)
  child.stdin.end(`${statement}\n`)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const reason = /^.*(?:ERROR|FATAL|PANIC):\s*(.*)$/m.exec(stderr)?.[1]
  if (code !== 0 || reason) throw new StartFailure(`PostgreSQL did not start: ${reason ?? `exit code ${code}`}`)
}
