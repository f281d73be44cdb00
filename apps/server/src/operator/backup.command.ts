import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readEnv } from '#server/env.ts'
import { StartFailure } from '#server/runtime.ts'
import { makeBackup } from './make-backup.ts'
import { askServer, operatorSocketPath } from './operator-socket.ts'
import { restoreBackup } from './restore-backup.ts'
import { withStores } from './with-stores.ts'

export const BACKUP_USAGE = 'npm run backup -- <new folder>'
export const RESTORE_USAGE = 'DATA_DIR=<new folder> npm run restore -- <backup folder>'

/** Creates a backup: through the running server, or directly when none runs. */
export const backupCommand = async (args: readonly string[]): Promise<string> => {
  const target = onlyArgument(args, BACKUP_USAGE)
  if (existsSync(target)) throw new StartFailure(`${target} exists already`)
  const env = readEnv()
  if (!existsSync(env.DATA_DIR)) throw new StartFailure(`there is no data in ${env.DATA_DIR}`)
  const answered = await askServer(await operatorSocketPath(env.DATA_DIR), 'backup', target)
  if (answered !== null) return answered
  return withStores(env, { exclusive: true }, async ({ deps, pool }) => {
    await makeBackup(deps, pool, target)
    return backupMessage(target)
  })
}

export const backupMessage = (target: string): string => `Backup made in ${target}. It holds keys: keep it safe.`

/** Restores a backup into an empty data directory. */
export const restoreCommand = async (args: readonly string[]): Promise<string> => {
  const source = onlyArgument(args, RESTORE_USAGE)
  const env = readEnv()
  const { madeUtc } = await restoreBackup(env, source)
  return `Restored the backup of ${madeUtc} into ${env.DATA_DIR}.`
}

const onlyArgument = (args: readonly string[], usage: string): string => {
  const [folder, ...more] = args
  if (!folder || more.length > 0) throw new StartFailure(usage)
  return resolve(folder)
}
