import type { Kysely } from 'kysely'

/** One step of the schema. `id` sorts after all earlier ones and never changes once released. */
export interface Migration {
  readonly id: string
  up(db: Kysely<unknown>): Promise<void>
}
