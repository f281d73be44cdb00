import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** The account's saved reports whose definition names a key, in any case; those in the trash are not counted. */
export const countReportsNaming = async (
  db: Db,
  accountId: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('saved_reports')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`lower(definition::text) like ${'%custom\\_%'}`)
    .select(sql<string>`lower(definition::text)`.as('definition'))
    .execute()
  const names = rows.map(({ definition }) => new Set(definition.match(/custom_[a-z0-9]+/g)))
  return new Map(keys.map((key) => [key, names.filter((named) => named.has(key)).length]))
}
