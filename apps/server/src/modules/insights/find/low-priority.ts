import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Of -20 to 19: whatever else runs goes first. */
const LOW = 5

/**
 * Lets all other threads of the machine go before the one that calls. Linux alone gives each thread a priority of its own;
 * elsewhere nothing is changed.
 */
export const lowerOwnPriority = (): void => {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, LOW)
  } catch {
    // Without /proc, or where it is not allowed, the thread takes its turns like the others.
  }
}
