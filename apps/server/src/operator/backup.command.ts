import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import type pg from 'pg'
import { nameAccounts } from '#server/boot/assert-places.ts'
import type { Deps } from '#server/deps.ts'
import { readEnv } from '#server/env.ts'
import { StartFailure } from '#server/runtime.ts'
import { listFailed } from './backup-manifest.ts'
import { drillBackup } from './drill-backup.ts'
import { makeBackup } from './make-backup.ts'
import { askServer, operatorSocketPath } from './operator-socket.ts'
import { restoreBackup } from './restore-backup.ts'
import { withStores } from './with-stores.ts'

const BACKUP_USAGE = 'npm run backup -- <new folder>'
const RESTORE_USAGE = 'DATA_DIR=<new folder> npm run restore -- <backup folder>'
const DRILL_USAGE = 'npm run backup:drill -- <backup folder> [folder for temporary data]'

/** Creates a backup: through the running server, or directly when none runs. */
export const backupCommand = async (args: readonly string[]): Promise<string> => {
  const target = onlyArgument(args, BACKUP_USAGE)
  if (existsSync(target)) throw new StartFailure(`${target} exists already`)
  const env = readEnv()
  if (!existsSync(env.DATA_DIR)) throw new StartFailure(`there is no data in ${env.DATA_DIR}`)
  const answered = await askServer(await operatorSocketPath(env.DATA_DIR), 'backup', target)
  if (answered !== null) return answered
  return withStores(env, { exclusive: true }, ({ deps, pool }) => runBackup(deps, pool, target))
}

const ENCRYPTED = 'It is encrypted with the master key, which it does not hold: keep that too, but not with the backup.'
const NOT_ENCRYPTED = 'It is not encrypted and holds keys: keep it safe.'

/**
 * Makes a backup and returns the message for the operator.
 *
 * @throws StartFailure when accounts are missing from the backup, which is there all the same
 */
export const runBackup = async (deps: Deps, pool: pg.Pool, target: string): Promise<string> => {
  const { elsewhere, failed } = await makeBackup(deps, pool, target)
  const made = `Backup made in ${target}. ${deps.env.ENCRYPT_DATA ? ENCRYPTED : NOT_ENCRYPTED}`
  const message = withElsewhere(
    made,
    elsewhere,
    'Not in it, because they are in ClickHouse, which has backups of its own',
  )
  if (failed.length === 0) return message
  throw new StartFailure(`${message}\nThe backup is incomplete. Data not copied: ${listFailed(failed)}.`)
}

const withElsewhere = (message: string, elsewhere: readonly number[], text: string): string =>
  elsewhere.length === 0 ? message : `${message}\n${text}: ${nameAccounts(elsewhere)}.`

/** Restores a backup into an empty data directory. */
export const restoreCommand = async (args: readonly string[]): Promise<string> => {
  const source = onlyArgument(args, RESTORE_USAGE)
  const env = readEnv()
  const { madeUtc, elsewhere, failed } = await restoreBackup(env, source, async ({ manifest }) => manifest)
  const restored = `Restored the backup of ${madeUtc} into ${env.DATA_DIR}.`
  const message = withElsewhere(restored, elsewhere, 'In ClickHouse, so restore its backup too')
  if (failed.length === 0) return message
  return `${message}\nNot in the backup, so without orders until files are imported or services synced again: ${listFailed(failed)}.`
}

/** Restores a backup into a temporary folder and compares it with its manifest. */
export const drillCommand = async (args: readonly string[]): Promise<string> => {
  const [source, parent = tmpdir(), ...more] = args
  if (!source || more.length > 0) throw new StartFailure(DRILL_USAGE)
  const { lines, isGood } = await drillBackup(readEnv(), resolve(source), resolve(parent))
  const report = lines.join('\n')
  if (!isGood) throw new StartFailure(`${report}\nThe backup cannot be restored completely.`)
  return `${report}\nThe backup can be restored.`
}

const onlyArgument = (args: readonly string[], usage: string): string => {
  const [folder, ...more] = args
  if (!folder || more.length > 0) throw new StartFailure(usage)
  return resolve(folder)
}
