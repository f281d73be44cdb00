import { createHash } from 'node:crypto'
import { lstat, mkdir, realpath } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { StartFailure } from '#server/runtime.ts'
import { changeOwner, type Identity } from './identity.ts'

const GROUP_AND_OTHERS = 0o077
const PRIVATE = 0o700
const HASH_LENGTH = 16

/**
 * The directory of the server's socket: in the temp directory, because a socket path is limited to about 100 characters,
 * and closed to other users, because anyone who can reach the socket can connect.
 *
 * @throws StartFailure when it belongs to another user
 */
export const makeSocketDir = async (dataRoot: string, identity: Identity): Promise<string> => {
  const hash = createHash('sha256')
    .update(await realpath(dataRoot))
    .digest('hex')
  const path = join(tmpdir(), `cuvee-${hash.slice(0, HASH_LENGTH)}`)
  await mkdir(path, { mode: PRIVATE }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await assertOwned(path, identity)
  await changeOwner(path, identity)
  return path
}

const assertOwned = async (path: string, { ids }: Identity): Promise<void> => {
  const found = await lstat(path)
  const isOurs = found.uid === userInfo().uid || found.uid === ids?.uid
  if (found.isDirectory() && isOurs && (found.mode & GROUP_AND_OTHERS) === 0) return
  throw new StartFailure(`${path} belongs to another user: remove it, or set TMPDIR to a different folder`)
}
