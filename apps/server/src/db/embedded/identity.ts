import { spawnSync } from 'node:child_process'
import { chmod, chown } from 'node:fs/promises'
import { userInfo } from 'node:os'

/**
 * As whom PostgreSQL runs. It refuses root, so root starts it in a user namespace of its own, where root is nobody but owns the
 * same files; where the kernel forbids that, it runs as the user `nobody`, who then gets the directory.
 */
export interface Identity {
  /** what the program and its arguments are put behind */
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

/** Gives a folder to the user that PostgreSQL runs as, where that is another. */
export const handOver = async (path: string, { ids }: Identity): Promise<void> => {
  if (ids) await chown(path, ids.uid, ids.gid)
}

const PASSABLE = 0o711

/** Lets that other user pass through a folder of ours to its own inside, without seeing what else is there. */
export const letPass = async (path: string, { ids }: Identity): Promise<void> => {
  if (ids) await chmod(path, PASSABLE)
}
