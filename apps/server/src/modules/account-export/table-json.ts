import type { Db } from '#server/db/database.ts'
import type { AccountOwnedTable } from '#server/db/tables.ts'

const PAGE = 200

export interface TableRows {
  readonly accountId: number
  readonly table: AccountOwnedTable
  readonly columns: readonly string[]
  readonly hasId: boolean
}

type Row = Readonly<Record<string, unknown>>

/** Rows of the account in the order of their ids, a page at a time: no statement and no transaction stays open in between. */
async function* pagesOf(db: Db, { accountId, table, columns, hasId }: TableRows): AsyncGenerator<readonly Row[]> {
  const { ref } = db.dynamic
  const id = ref<string>('id')
  const selected = [...(hasId ? ['id'] : []), ...columns]
  const rows = db
    .selectFrom(table)
    .where('account_id', '=', accountId)
    .select(selected.map((column) => ref<string>(column)))
  if (!hasId) {
    yield await rows.execute()
    return
  }
  for (let last: unknown = null; ; ) {
    const after = last === null ? rows : rows.where(id, '>', last)
    const page: readonly Row[] = await after.orderBy(id).limit(PAGE).execute()
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    last = page.at(-1)?.id ?? null
  }
}

const camelCase = (column: string): string =>
  column.replace(/_([a-z])/g, (_sign, letter: string) => letter.toUpperCase())

/** The account's rows of a table as a JSON array, an object a line; names as in `firstName`. */
export async function* tableJson(db: Db, table: TableRows): AsyncGenerator<string> {
  yield '['
  let separator = '\n'
  for await (const page of pagesOf(db, table)) {
    const objects = page.map((row) =>
      JSON.stringify(Object.fromEntries(table.columns.map((column) => [camelCase(column), row[column] ?? null]))),
    )
    yield separator + objects.join(',\n')
    separator = ',\n'
  }
  yield '\n]\n'
}
