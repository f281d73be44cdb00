import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread below that of the process's other threads; each step reduces its share of a
 * contended core by a fifth. Only Linux has a priority per thread; elsewhere nothing changes.
 */
export const lowerThreadPriority = (steps: number): void => {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, Math.min(constants.priority.PRIORITY_LOW, getPriority(thread) + steps))
  } catch {
    // Without /proc or the permission, the priority stays as it is.
  }
}
