import type { ConnectorManifest } from '#connectors/kit/manifest.ts'
import { CONNECTORS, connectorOf } from '#connectors/registry.ts'
import { fail } from '#contract/errors.ts'
import type { ServiceType } from '#contract/services.ts'

const presentType = ({ type, title, description, auth, settingsSchema, streams }: ConnectorManifest): ServiceType => ({
  type,
  title,
  description,
  auth,
  settingsSchema: { ...settingsSchema },
  streams: [...streams],
  available: true,
})

export const listServiceTypes = (): ServiceType[] => CONNECTORS.map(presentType)

/** Throws `service.unknown_type`. */
export const requireConnector = (type: string): ConnectorManifest => {
  const connector = connectorOf(type)
  if (!connector) throw fail('service.unknown_type', { field: 'type' })
  return connector
}
