import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartFailure } from '#server/runtime.ts'
import { filesBelow } from './backup-files.ts'

/** SHA-256 in hexadecimal, by path in the backup. */
export type Digests = Readonly<Record<string, string>>

export const digestFiles = async (folder: string): Promise<Digests> => {
  const digests: Record<string, string> = {}
  for (const path of await filesBelow(folder)) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, path)), hash)
    digests[path] = hash.digest('hex')
  }
  return digests
}

/**
 * Compares the files of a backup with the digests of its manifest; backups of earlier releases have none.
 *
 * @throws StartFailure naming the first file that differs
 */
export const assertIntact = async (folder: string, expected: Digests): Promise<void> => {
  if (Object.keys(expected).length === 0) return
  const actual = await digestFiles(folder)
  for (const [path, digest] of Object.entries(expected)) {
    if (actual[path] === digest) continue
    throw new StartFailure(
      `the backup is damaged: ${path} ${Object.hasOwn(actual, path) ? 'was changed or is incomplete' : 'is missing'}`,
    )
  }
}
