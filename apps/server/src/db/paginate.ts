import type { SelectQueryBuilder } from 'kysely'

export interface Page {
  /** from 1 */
  readonly page: number
  readonly pageSize: number
}

/** The number of rows of a query. */
export const countRows = async <Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> => {
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select((row) => row.fn.countAll().as('total'))
    .$castTo<{ readonly total: number }>()
    .executeTakeFirstOrThrow()
  return total
}

/**
 * A page of a query's rows, and the number of rows on all pages.
 *
 * @param query selects the rows in a total order
 */
export const paginate = async <Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { page, pageSize }: Page,
) => {
  const items = await query
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { items, total: await countRows(query) }
}
