import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, realpath } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { StartFailure } from '#server/runtime.ts'

/**
 * The user that PostgreSQL runs as. It refuses to run as root, so root starts it in its own user namespace, where it is not
 * root but owns the same files; where the kernel forbids that, it runs as the user `nobody`, which then owns the directory.
 */
export interface Identity {
  /** the command that wraps the program and its arguments */
  readonly prefix: readonly string[]
  readonly ids: { readonly uid: number; readonly gid: number } | null
}

const NOBODY = 65_534

export const chooseIdentity = (): Identity => {
  if (userInfo().uid !== 0) return { prefix: [], ids: null }
  const probe = spawnSync('unshare', ['--user', 'true'], { stdio: 'ignore' })
  return probe.status === 0
    ? { prefix: ['unshare', '--user'], ids: null }
    : { prefix: [], ids: { uid: NOBODY, gid: NOBODY } }
}

/** Changes a directory's owner to the user that PostgreSQL runs as, if that is another user. */
export const changeOwner = async (path: string, { ids }: Identity): Promise<void> => {
  if (ids) await chown(path, ids.uid, ids.gid)
}

const TRAVERSABLE = 0o711

/** Lets that user traverse a parent directory without listing its content. */
export const allowTraversal = async (path: string, { ids }: Identity): Promise<void> => {
  if (ids) await chmod(path, TRAVERSABLE)
}

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
