import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { ImportSettings } from '#contract/imports.ts'
import type { Db } from '#server/db/database.ts'

/** Identifies files by their column names, whatever their order: a mapping names columns as they are written. */
export const headerFingerprint = (columns: readonly string[]): string =>
  createHash('sha256').update(columns.toSorted().join('\n')).digest('hex').slice(0, 32)

/** The settings of the last import of a file with these columns. */
export interface SavedSettings {
  readonly fileName: string | null
  readonly importedAt: Date
  readonly settings: Pick<ImportSettings, 'kind' | 'mapping' | 'onError' | 'refundIdPrefix'>
}

const Saved = ImportSettings.pick({ kind: true, mapping: true, onError: true, refundIdPrefix: true })

/** Null when no file with these columns was imported, by any service of the account. */
export const findSavedSettings = async (
  db: Db,
  accountId: number,
  columns: readonly string[],
): Promise<SavedSettings | null> => {
  const row = await db
    .selectFrom('service_runs')
    .select(['request', 'file_name', 'created_at'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'import')
    .where('status', '=', 'succeeded')
    .where(sql`request->>'fingerprint'`, '=', headerFingerprint(columns))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const settings = Saved.safeParse(row?.request)
  return row && settings.success
    ? { fileName: row.file_name, importedAt: row.created_at, settings: settings.data }
    : null
}
