import type { Migration } from '#server/db/migration.ts'
import { foundation } from './0001-foundation.ts'

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [foundation]
