import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'

/** Between two files, so that whoever comes right after a start hardly notices. */
const PAUSE_MS = 20

/** When the database was last written by what also writes account files, or right before or after them; null: never. */
const lastWrittenAt = async ({ db }: Deps): Promise<number | null> => {
  const { rows } = await sql<{ at: Date | null }>`select greatest(
    (select max(at) from audit_log),
    (select max(greatest(created_at, finished_at)) from service_runs),
    (select max(last_refreshed_at) from sessions)
  ) as at`.execute(unscoped(db))
  return rows[0]?.at?.getTime() ?? null
}

/**
 * Looks, after a start, for account files that are newer than the app database, as after a restore of the database alone: files that
 * were written after all that it knows of are opened one after the other, and opening one has it reconciled. Most starts open none.
 *
 * @returns the accounts whose files were opened
 */
export const findNewerFiles = async (deps: Deps): Promise<readonly number[]> => {
  const { files } = deps.warehouse
  const known = await lastWrittenAt(deps)
  if (known === null) return []
  const rows = await unscoped(deps.db).selectFrom('account_data').select('account_id').orderBy('account_id').execute()
  const opened: number[] = []
  for (const { account_id: accountId } of rows) {
    const writtenAt = await files.writtenAt(accountId)
    if (writtenAt === null || writtenAt <= known) continue
    // What its users would see is logged, and no reason to leave out the others.
    await files.openAhead(accountId).catch((err) => deps.log.warn({ err, accountId }, 'account file not checked'))
    opened.push(accountId)
    await pause(PAUSE_MS)
  }
  return opened
}
