import type { ConnectorManifest } from '#connectors/kit/manifest.ts'
import { CONNECTORS, connectorOf } from '#connectors/registry.ts'
import type { ServiceType } from '#contract/services.ts'

const NO_SETTINGS = { type: 'object', properties: {}, additionalProperties: false } as const

/** Platforms that are shown because people look for them, and cannot be connected yet. */
const ANNOUNCED = [
  { type: 'commerce7', title: 'Commerce7', description: 'Orders, clubs, reservations and stock from Commerce7.' },
  { type: 'winedirect', title: 'WineDirect', description: 'Orders, clubs and stock from WineDirect.' },
  { type: 'shopify', title: 'Shopify', description: 'Orders, customers and products from Shopify.' },
  { type: 'square', title: 'Square', description: 'Payments, items and customers from Square.' },
]
  .filter(({ type }) => connectorOf(type) === undefined)
  .map((platform) => ({ ...platform, auth: 'none', settingsSchema: NO_SETTINGS, streams: [], available: false }))

const presentType = ({ type, title, description, auth, settingsSchema, streams }: ConnectorManifest): ServiceType => ({
  type,
  title,
  description,
  auth,
  settingsSchema: { ...settingsSchema },
  streams: [...streams],
  available: true,
})

export const listServiceTypes = (): ServiceType[] => [...CONNECTORS.map(presentType), ...ANNOUNCED]

export const isAnnounced = (type: string): boolean => ANNOUNCED.some((platform) => platform.type === type)
