import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { allowTraversal, changeOwner, chooseIdentity } from '#server/db/embedded/identity.ts'

/** Folder of the programs of Debian's newest PostgreSQL; null: it is not installed. */
export const debianPostgres: string | null =
  globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) => existsSync(join(folder, 'initdb')))
    .sort((one, other) => Number(one.split('/')[4]) - Number(other.split('/')[4]))
    .at(-1) ?? null

/** An outside PostgreSQL, reached over TCP with a password, as an operator's is. */
export interface OutsidePostgres {
  /** URL of a database, which need not exist */
  urlOf(database: string): string
  /** runs a statement that needs no database of its own */
  command(statement: string): Promise<void>
  /** ends it and deletes its data */
  close(): Promise<void>
}

const USER = 'operator'
const START_LIMIT_MS = 30_000

/** A free port, for a program that takes it as a setting. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Starts an empty server of Debian's package on a free port. */
export const startDebianPostgres = async (): Promise<OutsidePostgres> => {
  if (debianPostgres === null) throw new Error("Debian's PostgreSQL is not installed")
  const programs = debianPostgres
  const root = await mkdtemp(join(tmpdir(), 'cuvee-debian-postgres-'))
  const identity = chooseIdentity()
  await allowTraversal(root, identity)
  const data = join(root, 'data')
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(root, 'password')
  await writeFile(passwordFile, password)
  await changeOwner(root, identity)
  await changeOwner(passwordFile, identity)
  const asOwner = (name: string, args: readonly string[]): readonly [string, readonly string[]] => {
    const [program = '', ...others] = [...identity.prefix, join(programs, name), ...args]
    return [program, others]
  }
  const [initdb, initArgs] = asOwner('initdb', [
    `--pgdata=${data}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ])
  execFileSync(initdb, initArgs, { stdio: ['ignore', 'ignore', 'pipe'], cwd: root, ...identity.ids })
  const port = await freePort()
  const urlOf = (database: string): string => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`

  const command = async (statement: string): Promise<void> => {
    const client = new pg.Client(urlOf('postgres'))
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(statement)
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  const start = async (): Promise<ChildProcess> => {
    const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: root, max_connections: 200 }
    const [program, args] = asOwner('postgres', [
      '-D',
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ])
    const child = spawn(program, args, { stdio: 'ignore', cwd: root, ...identity.ids })
    for (const deadline = Date.now() + START_LIMIT_MS; ; await pause(50)) {
      const isReady = await command('select 1').then(
        () => true,
        (error: unknown) => Date.now() > deadline && Promise.reject(error),
      )
      if (isReady) return child
    }
  }

  const end = async (child: ChildProcess): Promise<void> => {
    const exited = new Promise((resolve) => child.once('exit', resolve))
    // Immediate shutdown: nothing has to be kept.
    child.kill('SIGQUIT')
    await exited
  }

  const child = await start()
  return {
    urlOf,
    command,
    close: async () => {
      await end(child)
      await rm(root, { recursive: true, force: true })
    },
  }
}
