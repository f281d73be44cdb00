import { Failure } from '#contract/errors.ts'
import { unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { scheduledJob } from '#server/jobs/job.ts'

/**
 * Encrypts account files that are not yet encrypted with the key that they should have, one at a time; decrypts them when
 * encryption was turned off. A file in use, or one that failed, is tried again by the next run.
 */
export const turnOverFilesJob = scheduledJob(
  { name: 'turn-over-files', everySeconds: 600 },
  async ({ db, log, warehouse }: Deps, { signal }) => {
    const rows = await unscoped(db).selectFrom('account_data').select('account_id').orderBy('account_id').execute()
    for (const { account_id: accountId } of rows) {
      signal.throwIfAborted()
      try {
        await warehouse.files.turnOver(accountId)
      } catch (error) {
        // Deleted meanwhile, or unavailable, which its users see.
        if (!(error instanceof Failure)) log.error({ err: error, accountId }, 'account file not turned over')
      }
    }
  },
)
