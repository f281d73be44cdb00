import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { allowTraversal, changeOwner, chooseIdentity } from '#server/db/embedded/identity.ts'

/** Folder of the programs of Debian's newest PostgreSQL; null: it is not installed. */
const debianPostgres: string | null =
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
  /** ends its main process, so that the others end as well; its data stays */
  kill(): Promise<void>
  /** on the same port */
  restart(): Promise<void>
  /** ends it with all data written, and copies that to a folder that does not exist */
  store(folder: string): Promise<void>
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

const isEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/**
 * Starts a server of Debian's package on a free port.
 *
 * @param stored folder with the data of an earlier one, which is copied; default: it starts empty
 */
export const startDebianPostgres = async (stored?: string): Promise<OutsidePostgres> => {
  if (debianPostgres === null) throw new Error("Debian's PostgreSQL is not installed")
  const programs = debianPostgres
  const root = await mkdtemp(join(tmpdir(), 'cuvee-debian-postgres-'))
  const identity = chooseIdentity()
  await allowTraversal(root, identity)
  await changeOwner(root, identity)
  const data = join(root, 'data')
  const passwordFile = join(root, 'password')
  const asOwner = (name: string, args: readonly string[]): readonly [string, readonly string[]] => {
    const [program = '', ...others] = [...identity.prefix, join(programs, name), ...args]
    return [program, others]
  }
  const create = async (): Promise<void> => {
    await writeFile(passwordFile, randomBytes(12).toString('hex'))
    await changeOwner(passwordFile, identity)
    const [initdb, args] = asOwner('initdb', [
      `--pgdata=${data}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ])
    execFileSync(initdb, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: root, ...identity.ids })
  }
  // Files may belong to another user, whom `cp -a` keeps.
  if (stored === undefined) await create()
  else execFileSync('cp', ['-a', `${stored}/.`, root])
  const password = await readFile(passwordFile, 'utf8')
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

  const launch = (): ChildProcess => {
    const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: root, max_connections: 200 }
    const [program, args] = asOwner('postgres', [
      '-D',
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ])
    return spawn(program, args, { stdio: 'ignore', cwd: root, ...identity.ids })
  }

  const start = async (): Promise<ChildProcess> => {
    let child = launch()
    for (const deadline = Date.now() + START_LIMIT_MS; ; await pause(50)) {
      const isReady = await command('select 1').then(
        () => true,
        (error: unknown) => Date.now() > deadline && Promise.reject(error),
      )
      if (isReady) return child
      // It refuses to start while processes of a killed one end.
      if (isEnded(child)) child = launch()
    }
  }

  let child = await start()
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (isEnded(child)) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return {
    urlOf,
    command,
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGKILL')
      child = await start()
    },
    store: async (folder) => {
      // Fast shutdown: connections are ended, and everything is written.
      await end('SIGINT')
      execFileSync('cp', ['-a', root, folder])
    },
    close: async () => {
      // Immediate shutdown: nothing has to be kept.
      await end('SIGQUIT')
      await rm(root, { recursive: true, force: true })
    },
  }
}
