import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

const THREADS = '/proc/self/task'
const { PRIORITY_LOW } = constants.priority

/** Only Linux has a priority per thread; elsewhere, and without /proc, `chrt`, or the permission, nothing changes. */
const onLinux = (change: () => void): void => {
  if (process.platform !== 'linux') return
  try {
    change()
  } catch {
    // The priority stays as it is.
  }
}

const ownThread = (): number => Number(readlinkSync('/proc/thread-self').split('/').at(-1))

/** Such threads give up their core at once when another wakes, which at the lowest priority may wait for more than a millisecond. */
const runWhenIdle = (id: number, ...which: readonly '-a'[]): void => {
  execFileSync('chrt', ['-i', ...which, '-p', '0', String(id)], { stdio: 'ignore' })
}

const lower = (thread: number, steps: number): void =>
  setPriority(thread, Math.min(PRIORITY_LOW, getPriority(thread) + steps))

/**
 * Lowers the priority of the calling thread below that of the process's other threads; each step reduces its share of a
 * contended core by a fifth.
 */
export const lowerThreadPriority = (steps: number): void => onLinux(() => lower(ownThread(), steps))

/** Runs the calling thread, for whose work nobody waits, when a core has nothing else to do, or without `chrt` at the lowest priority. */
export const leaveThreadToOthers = (): void =>
  onLinux(() => {
    const thread = ownThread()
    setPriority(thread, PRIORITY_LOW)
    runWhenIdle(thread)
  })

/** Runs all threads of this process when a core has nothing else to do; elsewhere than on Linux it gets the lowest priority. */
export const leaveProcessToOthers = (): void => {
  setPriority(PRIORITY_LOW)
  onLinux(() => {
    for (const thread of readdirSync(THREADS)) setPriority(Number(thread), PRIORITY_LOW)
    runWhenIdle(process.pid, '-a')
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
