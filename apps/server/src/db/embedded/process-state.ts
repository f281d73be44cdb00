import { existsSync, readFileSync } from 'node:fs'

/**
 * Whether a process is alive and runs `program`. Signal 0 also succeeds for zombies and for other programs that reused the
 * id, so /proc is used where available.
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
