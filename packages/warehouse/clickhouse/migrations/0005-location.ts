import type { ClickHouseMigration } from '../tables.ts'

/** The tasting room or shop that sold an order. */
export const location: ClickHouseMigration = {
  name: '0005-location',
  statements: ['orders', 'next_orders', 'staged_orders'].map(
    (table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS location Nullable(String)`,
  ),
}
