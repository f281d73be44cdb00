import type { AccountMigration } from './account-migration.ts'

/** Customers have the group that their source gives them; unknown until it gives them again. */
export const customerGroup: AccountMigration = {
  name: '0017-customer-group',
  statements: ['ALTER TABLE customers ADD COLUMN IF NOT EXISTS customer_group VARCHAR'],
}
