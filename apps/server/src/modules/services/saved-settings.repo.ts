import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { ImportSettings } from '#contract/imports.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import type { Db } from '#server/db/database.ts'
import { readImportRequest } from './import-request.ts'

/** Identifies files by their column names, whatever their order: a mapping names columns as they are written. */
export const headerFingerprint = (columns: readonly string[]): string =>
  createHash('sha256').update(columns.toSorted().join('\n')).digest('hex').slice(0, 32)

/** The settings of the last import of a file with these columns. */
export interface SavedSettings {
  readonly fileName: string | null
  readonly importedAt: Date
  readonly settings: Pick<ImportSettings, 'kind' | 'mapping' | 'customFields' | 'onError' | 'refundIdPrefix'>
  /** of the custom fields, in their order */
  readonly keys: readonly string[]
}

const Saved = ImportSettings.pick({
  kind: true,
  mapping: true,
  customFields: true,
  onError: true,
  refundIdPrefix: true,
})

interface SavedFile {
  readonly accountId: number
  readonly columns: readonly string[]
  /** the account's; columns that were kept as others are not kept again */
  readonly customFields: readonly CustomField[]
}

/** Null when no file with these columns was imported, by any service of the account. */
export const findSavedSettings = async (
  db: Db,
  { accountId, columns, customFields }: SavedFile,
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
  if (!row || !Saved.safeParse(row.request).success) return null
  const { settings, keys } = readImportRequest(row.request, customFields)
  return { fileName: row.file_name, importedAt: row.created_at, settings: Saved.parse(settings), keys }
}
