import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

const THREADS = '/proc/self/task'
const { PRIORITY_LOW } = constants.priority

/** Only Linux has a priority per thread; elsewhere, and without /proc or the permission, nothing changes. */
const onLinux = (change: () => void): void => {
  if (process.platform !== 'linux') return
  try {
    change()
  } catch {
    // The priority stays as it is.
  }
}

const lower = (thread: number, steps: number): void =>
  setPriority(thread, Math.min(PRIORITY_LOW, getPriority(thread) + steps))

/**
 * Lowers the priority of the calling thread below that of the process's other threads; each step reduces its share of a
 * contended core by a fifth.
 */
export const lowerThreadPriority = (steps: number): void =>
  onLinux(() => lower(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), steps))

/** Gives all threads of this process the lowest priority; elsewhere than on Linux a process has one priority. */
export const lowerProcessPriority = (): void => {
  setPriority(PRIORITY_LOW)
  onLinux(() => {
    for (const thread of readdirSync(THREADS)) setPriority(Number(thread), PRIORITY_LOW)
  })
}

/**
 * Lowers the priority of the thread pool, which runs queries and password hashes, below that of the thread that answers
 * requests. The engine's own threads are started by the pool and inherit its priority, if it is lowered before the first
 * file opens. Asynchronous file access starts the pool.
 */
export const lowerPoolPriority = (steps: number): void =>
  onLinux(() => {
    for (const thread of readdirSync(THREADS))
      if (readFileSync(`${THREADS}/${thread}/comm`, 'utf8').startsWith('libuv-worker')) lower(Number(thread), steps)
  })
