import type { AccountMigration } from './account-migration.ts'

const PERSON = ['customer_service_id', 'customer_id']
const TABLES = {
  orders: 'customer_source_id',
  customers: 'source_id',
  memberships: 'customer_source_id',
  reservations: 'customer_source_id',
}

/** Records know the customer that they count for: their own, until the next load joins those with the same email. */
export const people: AccountMigration = {
  name: '0020-people',
  statements: [
    ...Object.keys(TABLES).flatMap((table) =>
      PERSON.map((name) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${name} VARCHAR`),
    ),
    'ALTER TABLE calendar ADD COLUMN IF NOT EXISTS separate_customers BOOLEAN',
    'ALTER TABLE orders_by_customer RENAME COLUMN customer_source_id TO customer_id',
    ...Object.entries(TABLES).map(
      ([table, key]) =>
        `UPDATE ${table} SET customer_service_id = service_id, customer_id = ${key} WHERE ${key} IS NOT NULL`,
    ),
  ],
}
