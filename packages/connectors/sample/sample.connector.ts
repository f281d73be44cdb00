import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import type { ConnectorManifest } from '../kit/manifest.ts'

/** Limits of the example's size, in orders over all years; `trial`: at most, in a trial account. */
export const SAMPLE_ORDERS = { default: 40_000, min: 2_000, max: 1_000_000, trial: 12_000 } as const

/** How many orders to generate for the chosen number, if any. */
export const sampleOrders = (chosen: unknown, { isTrial }: { isTrial: boolean }): number => {
  const orders = typeof chosen === 'number' ? chosen : SAMPLE_ORDERS.default
  return isTrial ? Math.min(orders, SAMPLE_ORDERS.trial) : orders
}

export const sampleConnector = {
  type: 'sample',
  title: 'Sample winery',
  description: 'A fictional winery to explore before you add your own data.',
  auth: 'none',
  settingsSchema: {
    type: 'object',
    properties: {
      orders: {
        type: 'integer',
        title: 'Orders',
        description: `Approximate number of orders to create; at most ${SAMPLE_ORDERS.trial.toLocaleString('en-US')} during a trial.`,
        default: SAMPLE_ORDERS.default,
        minimum: SAMPLE_ORDERS.min,
        maximum: SAMPLE_ORDERS.max,
      },
      seed: {
        type: 'integer',
        title: 'Seed',
        description: 'The same seed creates the same winery.',
        default: 1,
        minimum: 0,
        maximum: 2_147_483_647,
      },
    },
    additionalProperties: false,
  },
  streams: CANONICAL_TABLE_NAMES,
} as const satisfies ConnectorManifest
