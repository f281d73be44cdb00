import { existsSync, readFileSync } from 'node:fs'

/**
 * Whether a process lives and runs `program`. Signal 0 also answers for zombies, and for strangers who got the number since, so
 * /proc is asked where there is one.
 */
export const isRunning = (pid: number, program: string): boolean => {
  if (!existsSync('/proc/self/stat')) return answersSignal(pid)
  const state = stateOf(pid)
  if (state === null || state === 'Z' || state === 'X') return false
  return readProc(pid, 'cmdline').includes(program)
}

/** The one-letter state of /proc/pid/stat, or null when there is no such process. */
const stateOf = (pid: number): string | null => {
  const stat = readProc(pid, 'stat')
  // The name stands in parentheses and may hold any character, so the last one counts.
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
