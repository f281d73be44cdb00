import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Puts what this process and its children create in the temporary folder into one folder, which is deleted when the process exits: a test
 * runner kills its workers, so they cannot delete theirs.
 */
export const createTemporaryRoot = (): void => {
  if (process.env.CUVEE_TEMPORARY_ROOT) return
  const root = mkdtempSync(join(tmpdir(), 'cuvee-run-'))
  // Servers that give up root read their files as another user.
  chmodSync(root, 0o711)
  process.env.TMPDIR = root
  process.env.CUVEE_TEMPORARY_ROOT = root
  process.once('exit', () => rmSync(root, { recursive: true, force: true }))
}
