import { useQuery } from '@tanstack/react-query'
import type { ClientSettings } from '#contract/rest.ts'
import { useRuntime } from './runtime.tsx'

/** Used until the installation's settings are loaded, or if loading fails. */
const DEFAULT_SETTINGS: ClientSettings = {
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
  return data ?? DEFAULT_SETTINGS
}
