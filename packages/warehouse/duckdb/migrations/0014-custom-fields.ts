import type { AccountMigration } from './account-migration.ts'

/** Values of the account's custom fields. */
export const customFields: AccountMigration = {
  name: '0014-custom-fields',
  statements: [
    'ALTER TABLE orders ADD COLUMN IF NOT EXISTS custom VARCHAR',
    'ALTER TABLE order_lines ADD COLUMN IF NOT EXISTS custom VARCHAR',
    'ALTER TABLE customers ADD COLUMN IF NOT EXISTS custom VARCHAR',
    'ALTER TABLE products ADD COLUMN IF NOT EXISTS custom VARCHAR',
  ],
}
