import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { expect, vi } from 'vitest'
import { findPostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { parseEnv } from '#server/env.ts'
import { accountCommand } from './account.command.ts'
import { backupCommand, drillCommand, restoreCommand } from './backup.command.ts'
import { moveCommand } from './move.command.ts'
import { withStores } from './with-stores.ts'

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url))

interface CommandResult {
  /** null after a signal */
  readonly code: number | null
  readonly output: string
}

export interface RunningCommand {
  readonly child: ChildProcess
  readonly ended: Promise<CommandResult>
}

/** Starts an operator command like its npm script. */
export const startCommand = (dataDir: string, ...args: string[]): RunningCommand =>
  startWith({ DATA_DIR: dataDir }, args)

const startWith = (settings: Readonly<Record<string, string>>, args: readonly string[]): RunningCommand => {
  const env = { ...process.env, NODE_ENV: 'test', ...settings }
  const child = spawn(process.execPath, [PROGRAM, ...args], { env })
  let output = ''
  const collect = (bytes: Buffer) => {
    output += bytes.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = new Promise<CommandResult>((resolve) => child.once('close', (code) => resolve({ code, output })))
  return { child, ended }
}

export const runCommand = (dataDir: string, ...args: string[]): Promise<CommandResult> =>
  startCommand(dataDir, ...args).ended

/** The lines that a command prints come before its result. */
const printing =
  (command: (args: readonly string[], report: (line: string) => void) => Promise<string>) =>
  async (args: readonly string[]): Promise<string> => {
    const lines: string[] = []
    try {
      const result = await command(args, (line) => lines.push(line))
      return [...lines, result].join('\n')
    } catch (error) {
      throw new Error([...lines, error instanceof Error ? error.message : error].join('\n'))
    }
  }

const COMMANDS = {
  account: accountCommand,
  backup: backupCommand,
  drill: drillCommand,
  move: printing(moveCommand),
  restore: restoreCommand,
}

/** Does what a command does, in this process, which saves the second that a process takes to load. */
export const callCommand = (dataDir: string, name: keyof typeof COMMANDS, ...args: string[]): Promise<CommandResult> =>
  callCommandWith({ DATA_DIR: dataDir }, name, ...args)

/** As `callCommand`, with further settings, such as `DATABASE_URL`. */
export const callCommandWith = async (
  settings: Readonly<Record<string, string>>,
  name: keyof typeof COMMANDS,
  ...args: string[]
): Promise<CommandResult> => {
  for (const [key, value] of Object.entries(settings)) vi.stubEnv(key, value)
  try {
    return { code: 0, output: await COMMANDS[name](args) }
  } catch (error) {
    return { code: 1, output: error instanceof Error ? error.message : String(error) }
  } finally {
    vi.unstubAllEnvs()
  }
}

/** Runs SQL on the database of a server that is not running. */
export const runSql = (settings: Readonly<Record<string, string>>, sql: string): Promise<pg.QueryResult> =>
  withStores(parseEnv({ NODE_ENV: 'test', ...settings }), { exclusive: true }, ({ pool }) => pool.query(sql))

/** Stops the database that a killed process left running. */
export const stopLeftPostgres = async (dataDir: string): Promise<void> => {
  const postgresDir = join(dataDir, 'postgres')
  const postmaster = await findPostmaster(postgresDir)
  await stopPostmaster(postgresDir)
  if (postmaster) await rm(postmaster.socketDir, { recursive: true, force: true })
}

/** Polls fast, because the process is killed as soon as the file exists. Fails when it does not appear within a minute. */
export const waitForFile = (path: string): Promise<void> =>
  vi.waitFor(() => expect(existsSync(path)).toBe(true), { timeout: 60_000, interval: 1 })

/** Kills a restore of `backup` once it has written a file. One that finished all the same is repeated. */
export const killRestore = async (restoredDir: string, backup: string, written: string): Promise<void> => {
  for (;;) {
    const { child, ended } = startCommand(restoredDir, 'restore', backup)
    await waitForFile(join(restoredDir, written))
    child.kill('SIGKILL')
    await ended
    if (existsSync(join(restoredDir, 'restore-unfinished'))) return
    await stopLeftPostgres(restoredDir)
    await rm(restoredDir, { recursive: true })
  }
}
