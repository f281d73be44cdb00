import { existsSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Whether a process is alive and runs `program`. Signal 0 also succeeds for zombies and for other programs that reused the
 * id, so /proc is used where available.
 */
const isRunning = (pid: number, program: string): boolean => {
  if (!existsSync('/proc/self/stat')) return answersSignal(pid)
  const state = readProcessState(pid)
  if (state === null || state === 'Z' || state === 'X') return false
  return readProc(pid, 'cmdline').includes(program)
}

/** The one-letter state of /proc/pid/stat, or null when there is no such process. */
const readProcessState = (pid: number): string | null => {
  const stat = readProc(pid, 'stat')
  // The process name is in parentheses and may contain any character, so search for the last parenthesis.
  return stat.slice(stat.lastIndexOf(')') + 2)[0] ?? null
}

const readProc = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

const answersSignal = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const PID_LINE = 0
const SOCKET_DIR_LINE = 4
const PROGRAM = 'postgres'

const pidFile = (dataDir: string): string => join(dataDir, 'postmaster.pid')

/** The PostgreSQL that runs on this directory, including one left by a killed server; null when there is none. */
export const findPostmaster = async (dataDir: string) => {
  const recorded = await readPidFile(dataDir)
  return recorded && isRunning(recorded.pid, PROGRAM) ? recorded : null
}

/**
 * Removes the pid file of a process that is a zombie, or whose id was reused by another program: PostgreSQL would take either
 * for a running server. PostgreSQL itself handles an id without a process.
 */
export const removeStalePidFile = async (dataDir: string): Promise<void> => {
  const recorded = await readPidFile(dataDir)
  if (recorded && exists(recorded.pid) && !isRunning(recorded.pid, PROGRAM)) await rm(pidFile(dataDir), { force: true })
}

const STOP_WAIT_MS = 10_000
const POLL_INTERVAL_MS = 20

/** Requests a fast shutdown (sessions are closed, data is flushed) and waits for it, at most ten seconds. */
export const stopPostmaster = async (dataDir: string): Promise<void> => {
  const postmaster = await findPostmaster(dataDir)
  if (!postmaster) return
  process.kill(postmaster.pid, 'SIGINT')
  const deadline = Date.now() + STOP_WAIT_MS
  while (isRunning(postmaster.pid, PROGRAM) && Date.now() < deadline) await sleep(POLL_INTERVAL_MS)
}

const readPidFile = async (dataDir: string) => {
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
