import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

export interface Page {
  /** from 1 */
  readonly page: number
  readonly pageSize: number
}

/** No table has a column of this name, as it has of `total`. */
const selectCount = <Tables, Table extends keyof Tables, Row>(query: SelectQueryBuilder<Tables, Table, Row>) =>
  query
    .clearSelect()
    .clearOrderBy()
    .select((row) => row.fn.countAll().as('row_count'))
    .$castTo<{ readonly row_count: number }>()

/** The number of rows of a query. */
export const countRows = async <Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> => (await selectCount(query).executeTakeFirstOrThrow()).row_count

/**
 * A page of a query's rows, and the number of rows on all pages, read in one statement so that they agree.
 *
 * @param query selects the rows in a total order
 */
export const paginate = async <Tables, Table extends keyof Tables, Row extends object>(
  db: Db,
  query: SelectQueryBuilder<Tables, Table, Row>,
  { page, pageSize }: Page,
): Promise<{ readonly items: Row[]; readonly total: number }> => {
  const rows = query.limit(pageSize).offset((page - 1) * pageSize)
  const numbered = db.selectFrom(rows.as('rows')).selectAll().select(sql<number>`row_number() over ()`.as('row_number'))
  // The count comes first: it is one row even where the page has none.
  const joined = await db
    .selectFrom(selectCount(query).as('counted'))
    .leftJoin(numbered.as('numbered'), (join) => join.onTrue())
    .selectAll()
    .orderBy('row_number')
    .$castTo<Row & { readonly row_count: number; readonly row_number: number | null }>()
    .execute()
  const items = joined.flatMap(({ row_count, row_number, ...row }) =>
    row_number === null ? [] : [row as unknown as Row],
  )
  return { items, total: joined[0]?.row_count ?? 0 }
}
