import type { AccountMigration } from './account-migration.ts'

/** Names the account that the file belongs to; empty until it is first opened as that account's. */
export const accountKey: AccountMigration = {
  name: '0010-account-key',
  statements: ['CREATE TABLE IF NOT EXISTS account_key (key VARCHAR NOT NULL)'],
}
