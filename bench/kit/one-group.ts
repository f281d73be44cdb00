import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const MOUNT = '/sys/fs/cgroup'
const NAME = 'cuvee-bench'

/** The folder of control groups that share the processor: of version 1, of version 2, or null. */
const processorGroups = (): string | null => {
  if (existsSync(`${MOUNT}/cpu/tasks`)) return `${MOUNT}/cpu`
  if (!existsSync(`${MOUNT}/cgroup.subtree_control`)) return null
  writeFileSync(`${MOUNT}/cgroup.subtree_control`, '+cpu')
  return MOUNT
}

/**
 * Puts this process, and what it starts, in one control group, as services of systemd and containers are. Outside of one, Linux
 * shares the processor among sessions, and each process of PostgreSQL has its own: a priority would count within the server only.
 * False where this is not possible, or not needed because the process is in a group already.
 */
export const joinOneGroup = (): boolean => {
  try {
    const isInRoot = /^(?:0:|\d+:(?:\w+,)*cpu(?:,\w+)*):\/$/m.test(readFileSync('/proc/self/cgroup', 'utf8'))
    const groups = isInRoot ? processorGroups() : null
    if (groups === null) return false
    mkdirSync(`${groups}/${NAME}`, { recursive: true })
    writeFileSync(`${groups}/${NAME}/cgroup.procs`, String(process.pid))
    return true
  } catch {
    return false
  }
}
