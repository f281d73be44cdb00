import { lookupTable } from '#domain/lookup-table.ts'
import type { ServiceRow } from './services.repo.ts'

/** What people do, where no sync and no sample brings the data back. */
const REMEDIES: Readonly<Record<string, string>> = lookupTable({
  csv: 'Upload its files again.',
  api: 'Send its records again.',
})

/** What a service says once its data is gone and people must bring it again; null: it comes by itself. */
export const withoutData = ({
  type,
}: ServiceRow): { readonly last_synced_at: null; readonly problem: string } | null => {
  const remedy = REMEDIES[type]
  return remedy === undefined ? null : { last_synced_at: null, problem: `Its data is gone. ${remedy}` }
}
