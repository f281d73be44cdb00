import type { CanonicalTable } from '#domain/canonical/tables.ts'

/** How records of one kind are found by what a person types. Columns are those of the table. */
export interface RecordSearch {
  readonly table: CanonicalTable
  /** returned, in order */
  readonly columns: readonly string[]
  /** texts that must have a word beginning with each typed word */
  readonly words: readonly string[]
  /** codes and addresses that must begin with what was typed, in any case */
  readonly codes: readonly string[]
  /** sorts the results and is returned once if several records have it */
  readonly name: string
  /** sorts the results before the name, the highest first */
  readonly newest?: string
  /** the records only name something: each name is returned once */
  readonly isDistinct?: boolean
}

/** What can be found, by kind. The order is that of the results. */
export const RECORD_SEARCHES = {
  customer: {
    table: 'customers',
    columns: ['source_id', 'service_id', 'name', 'email'],
    words: ['name'],
    codes: ['email'],
    name: 'name',
  },
  order: {
    table: 'orders',
    columns: ['source_id', 'service_id', 'order_number', 'customer_name'],
    words: [],
    codes: ['order_number'],
    name: 'order_number',
  },
  product: {
    table: 'products',
    columns: ['source_id', 'service_id', 'title', 'sku'],
    words: ['title'],
    codes: ['sku'],
    name: 'title',
    newest: 'vintage',
  },
  club: {
    table: 'memberships',
    columns: ['club_name'],
    words: ['club_name'],
    codes: [],
    name: 'club_name',
    isDistinct: true,
  },
  release: {
    table: 'club_releases',
    columns: ['source_id', 'service_id', 'name', 'club_name'],
    words: ['name'],
    codes: [],
    name: 'name',
    newest: 'released_utc',
  },
  teamMember: {
    table: 'orders',
    columns: ['team_member'],
    words: ['team_member'],
    codes: [],
    name: 'team_member',
    isDistinct: true,
  },
} as const satisfies Readonly<Record<string, RecordSearch>>
