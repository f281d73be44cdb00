import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)

/** Mounts a disk in memory on a folder until the test ends; false where this user may not mount. */
export const mountSmallDisk = async (folder: string, mebibytes: number): Promise<boolean> => {
  const options = ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]
  const mounted = await run('mount', options).catch(() => null)
  if (!mounted) return false
  onTestFinished(async () => {
    await run('umount', ['-l', folder])
  })
  return true
}
