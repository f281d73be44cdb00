import { useQuery } from '@tanstack/react-query'
import type { ClientSettings } from '#contract/rest.ts'
import { useRuntime } from './runtime.tsx'

/** What the page shows until the installation's own names and links are there, or when they cannot be had. */
const BEFORE_LOADED: ClientSettings = {
  productName: 'Cuvee',
  companyName: 'Cuvee',
  version: '0.9.28',
  docsUrl: '/api/docs',
  supportUrl: 'mailto:support@cuvee.example',
  tracker: null,
  demo: null,
}

/** Names and links of this installation. */
export const useClientSettings = (): ClientSettings => {
  const { queries } = useRuntime()
  const { data } = useQuery(queries.system.client.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  return data ?? BEFORE_LOADED
}
