import type { ConnectorManifest } from '#connectors/kit/manifest.ts'
import { connectorOf } from '#connectors/registry.ts'
import { fail } from '#contract/errors.ts'
import { isAnnounced } from './service-types.ts'

/** Throws `service.unknown_type`, or `service.not_available` for a platform that cannot be connected yet. */
export const demandConnector = (type: string): ConnectorManifest => {
  const connector = connectorOf(type)
  if (connector) return connector
  throw fail(isAnnounced(type) ? 'service.not_available' : 'service.unknown_type', { field: 'type' })
}
