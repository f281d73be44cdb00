import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts'

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

/** Runs a command with further settings, such as `DATABASE_URL`. */
export const runCommandWith = (settings: Readonly<Record<string, string>>, ...args: string[]): Promise<CommandResult> =>
  startWith(settings, args).ended

/** Stops the database that a killed process left running. */
export const stopLeftPostgres = async (dataDir: string): Promise<void> => {
  const postgresDir = join(dataDir, 'postgres')
  const postmaster = await findPostmaster(postgresDir)
  await stopPostmaster(postgresDir)
  if (postmaster) await rm(postmaster.socketDir, { recursive: true, force: true })
}
