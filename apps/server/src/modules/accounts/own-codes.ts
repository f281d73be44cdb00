import type { CodeRules } from '#domain/own-codes.ts'
import type { StoredOwnCodes } from '#server/db/column-types.ts'
import type { Db } from '#server/db/database.ts'

/** The standard codes of the values that have or had an own code. */
export const codeRulesOf = ({ version, codes, fallbacks }: StoredOwnCodes): CodeRules => ({
  version,
  codes: [
    ...codes.map(({ list, values, parent }) => ({ list, values, parent })),
    ...fallbacks.map(({ list, value, parent }) => ({ list, values: [value], parent })),
  ],
})

/** The rules that loads of the account follow. */
export const readCodeRules = async (db: Db, accountId: number): Promise<CodeRules> => {
  const row = await db.selectFrom('accounts').where('id', '=', accountId).select('own_codes').executeTakeFirst()
  return row ? codeRulesOf(row.own_codes) : { version: 0, codes: [] }
}
