import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from './process-state.ts'

/** What PostgreSQL writes about itself into its data directory. */
export interface Postmaster {
  readonly pid: number
  readonly socketDir: string
}

const PID_LINE = 0
const SOCKET_DIR_LINE = 4
const PROGRAM = 'postgres'

const pidFile = (dataDir: string): string => join(dataDir, 'postmaster.pid')

/** The PostgreSQL that runs on this directory, ours or one left over by a killed server; null when there is none. */
export const findPostmaster = async (dataDir: string): Promise<Postmaster | null> => {
  const noted = await readNote(dataDir)
  return noted && isRunning(noted.pid, PROGRAM) ? noted : null
}

/**
 * Removes the note of a process that is dead but not yet reaped, or whose number now belongs to another program: PostgreSQL
 * would take either for a running server. A number that nobody has is left to PostgreSQL's own check.
 */
export const removeStaleNote = async (dataDir: string): Promise<void> => {
  const noted = await readNote(dataDir)
  if (noted && exists(noted.pid) && !isRunning(noted.pid, PROGRAM)) await rm(pidFile(dataDir), { force: true })
}

const STOP_WAIT_MS = 10_000
const LOOK_MS = 20

/** Asks for a fast shutdown (sessions are cut, data is flushed) and waits for it, at most ten seconds. */
export const stopPostmaster = async (dataDir: string): Promise<void> => {
  const postmaster = await findPostmaster(dataDir)
  if (!postmaster) return
  process.kill(postmaster.pid, 'SIGINT')
  const deadline = Date.now() + STOP_WAIT_MS
  while (isRunning(postmaster.pid, PROGRAM) && Date.now() < deadline) await sleep(LOOK_MS)
}

const readNote = async (dataDir: string): Promise<Postmaster | null> => {
  const text = await readFile(pidFile(dataDir), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[PID_LINE])
  return Number.isInteger(pid) && pid > 0 ? { pid, socketDir: lines[SOCKET_DIR_LINE] ?? '' } : null
}

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
