import type { AccountMigration } from './account-migration.ts'

/** Orders have the tasting room or shop that sold them; unknown until their source gives them again. */
export const location: AccountMigration = {
  name: '0021-location',
  statements: ['ALTER TABLE orders ADD COLUMN IF NOT EXISTS location VARCHAR'],
}
