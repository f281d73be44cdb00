import { csvConnector } from './csv/csv.connector.ts'
import type { ConnectorManifest } from './kit/manifest.ts'
import { sampleConnector } from './sample/sample.connector.ts'

/** Every connector that a connection can be made of, one line each. */
export const CONNECTORS: readonly ConnectorManifest[] = [sampleConnector, csvConnector]

export const connectorOf = (type: string): ConnectorManifest | undefined =>
  CONNECTORS.find((connector) => connector.type === type)
