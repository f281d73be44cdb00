import { spawnSync } from 'node:child_process'
import { chmod, chown } from 'node:fs/promises'
import { userInfo } from 'node:os'

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
