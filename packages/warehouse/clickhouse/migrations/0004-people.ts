import type { ClickHouseMigration } from '../tables.ts'

const TABLES = {
  orders: 'customer_source_id',
  customers: 'source_id',
  memberships: 'customer_source_id',
  reservations: 'customer_source_id',
}

/** Records know the customer that they count for: their own, until the next load joins those with the same email. */
export const people: ClickHouseMigration = {
  name: '0004-people',
  statements: [
    ...Object.entries(TABLES).flatMap(([table, key]) =>
      [table, `next_${table}`].flatMap((name) => [
        `ALTER TABLE ${name} ADD COLUMN IF NOT EXISTS customer_service_id Nullable(String)
         DEFAULT if(${key} IS NULL, NULL, service_id)`,
        `ALTER TABLE ${name} ADD COLUMN IF NOT EXISTS customer_id Nullable(String) DEFAULT ${key}`,
      ]),
    ),
  ],
}
