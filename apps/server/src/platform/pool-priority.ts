import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

const THREADS = '/proc/self/task'

/**
 * Lowers the priority of the thread pool, which runs queries and password hashes, below that of the thread that answers requests: each
 * step reduces its share of a contended core by a fifth. The engine's threads are started by the pool and inherit it, so this comes
 * before the first file opens. Only Linux has a priority per thread; elsewhere nothing changes.
 */
export const lowerPoolPriority = (steps: number): void => {
  if (process.platform !== 'linux') return
  for (const thread of readdirSync(THREADS)) {
    const isPool = readFileSync(`${THREADS}/${thread}/comm`, 'utf8').startsWith('libuv-worker')
    const id = Number(thread)
    if (isPool) setPriority(id, Math.min(constants.priority.PRIORITY_LOW, getPriority(id) + steps))
  }
}
