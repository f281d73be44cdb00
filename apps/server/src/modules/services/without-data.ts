import { platformOf } from '#connectors/registry.ts'
import type { ServiceRow } from './services.repo.ts'

/** What a service says once its data is gone and people must bring it again; null: a sync brings it. */
export const withoutData = ({
  type,
}: ServiceRow): { readonly last_synced_at: null; readonly problem: string } | null => {
  if (type === 'sample' || platformOf(type)) return null
  const remedy = type === 'csv' ? 'Upload its files again.' : 'Send its records again.'
  return { last_synced_at: null, problem: `Its data is gone. ${remedy}` }
}
