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
  readonly settings: Pick<
    ImportSettings,
    'kind' | 'mapping' | 'unpivot' | 'customFields' | 'onError' | 'refundIdPrefix'
  >
  /** of the custom fields, in their order */
  readonly keys: readonly string[]
}

const Saved = ImportSettings.pick({
  kind: true,
  mapping: true,
  unpivot: true,
  customFields: true,
  onError: true,
  refundIdPrefix: true,
})

interface SavedFile {
  readonly accountId: number
  readonly columns: readonly string[]
  /** an import by its ID, whatever its columns */
  readonly run?: string | undefined
  /** the account's; columns that were kept as others are not kept again */
  readonly customFields: readonly CustomField[]
}

/** Of the last import of a file with these columns by any service of the account, or of `run`. Null if there is none. */
export const findSavedSettings = async (
  db: Db,
  { accountId, columns, run, customFields }: SavedFile,
): Promise<SavedSettings | null> => {
  const row = await db
    .selectFrom('service_runs')
    .select(['request', 'file_name', 'created_at'])
    .where((eb) => eb.and({ account_id: accountId, kind: 'import', status: 'succeeded' }))
    .where(run === undefined ? sql`request->>'fingerprint'` : sql`id::text`, '=', run ?? headerFingerprint(columns))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || !Saved.safeParse(row.request).success) return null
  const { settings, keys } = readImportRequest(row.request, customFields)
  return { fileName: row.file_name, importedAt: row.created_at, settings: Saved.parse(settings), keys }
}
