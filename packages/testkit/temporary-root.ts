import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const WANTED_BYTES = 8_000_000_000

/** Memory where there is enough of it and no other folder is set: tests create tens of thousands of files, which takes a disk a third of their time. */
const base = (): string => {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= WANTED_BYTES ? MEMORY : tmpdir()
}

/**
 * Puts what this process and its children create in the temporary folder into one folder, which is deleted when the process exits: a test
 * runner kills its workers, so they cannot delete theirs.
 */
export const createTemporaryRoot = (): void => {
  if (process.env.CUVEE_TEMPORARY_ROOT) return
  const root = mkdtempSync(join(base(), 'cuvee-run-'))
  // Servers that give up root read their files as another user.
  chmodSync(root, 0o711)
  process.env.TMPDIR = root
  process.env.CUVEE_TEMPORARY_ROOT = root
  process.once('exit', () => rmSync(root, { recursive: true, force: true }))
}
