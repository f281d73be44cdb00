import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** Each step is a fifth less of a core that several threads want. */
const STEPS = 3

/**
 * Lets the process's other threads go before the one that calls. Linux alone gives each thread a priority of its own;
 * elsewhere nothing is changed.
 */
export const lowerOwnPriority = (): void => {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, Math.min(constants.priority.PRIORITY_LOW, getPriority(thread) + STEPS))
  } catch {
    // Without /proc, or where it is not allowed, the thread takes its turns like the others.
  }
}
