import { apiConnector } from './api/api.connector.ts'
import { bigcommerceConnector } from './bigcommerce/bigcommerce.connector.ts'
import { commerce7Connector } from './commerce7/commerce7.connector.ts'
import { csvConnector } from './csv/platforms.ts'
import { filesConnector } from './files/files.connector.ts'
import type { PlatformConnector } from './kit/connector.ts'
import type { ConnectorManifest } from './kit/manifest.ts'
import { klaviyoConnector } from './klaviyo/klaviyo.connector.ts'
import { mailchimpConnector } from './mailchimp/mailchimp.connector.ts'
import { sampleConnector } from './sample/sample.connector.ts'
import { shopifyConnector } from './shopify/shopify.connector.ts'
import { squareConnector } from './square/square.connector.ts'
import { toastConnector } from './toast/toast.connector.ts'
import { winedirectConnector } from './winedirect/winedirect.connector.ts'
import { woocommerceConnector } from './woocommerce/woocommerce.connector.ts'

/** Platforms that data is fetched from, one per line. */
export const PLATFORM_CONNECTORS: readonly PlatformConnector[] = [
  commerce7Connector,
  winedirectConnector,
  shopifyConnector,
  squareConnector,
  toastConnector,
  woocommerceConnector,
  bigcommerceConnector,
  mailchimpConnector,
  klaviyoConnector,
  filesConnector,
]

/** Every connector that a connection can use. */
export const CONNECTORS: readonly ConnectorManifest[] = [
  sampleConnector,
  csvConnector,
  apiConnector,
  ...PLATFORM_CONNECTORS,
]

export const findConnector = (type: string): ConnectorManifest | undefined =>
  CONNECTORS.find((connector) => connector.type === type)

export const findPlatformConnector = (type: string): PlatformConnector | undefined =>
  PLATFORM_CONNECTORS.find((connector) => connector.type === type)
