import { z } from 'zod'
import { type SampledRecords, sampleText } from '../kit/connection-samples.ts'
import type { AdminApi } from './admin-api.ts'
import { toChannel, toFulfillmentStatus, toPaymentStatus } from './codes.ts'
import { fullTitle } from './product-kind.ts'
import { type ProtectedData, sampleRecords } from './queries.ts'

const Text = z.string().nullish()
const listOf = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node) })

const Sample = z.object({
  orders: listOf(
    z.object({ name: Text, sourceName: Text, displayFinancialStatus: Text, displayFulfillmentStatus: Text }),
  ),
  customers: listOf(z.object({ id: Text, displayName: Text })).nullish(),
  productVariants: listOf(
    z.object({
      title: Text,
      sku: Text,
      product: z.object({ title: z.string() }),
      inventoryItem: z.object({ inventoryLevels: listOf(z.object({ location: z.object({ name: Text }) })) }).nullish(),
    }),
  ),
})
type Sample = z.output<typeof Sample>

const ordersOf = ({ orders: { nodes } }: Sample): SampledRecords => ({
  label: 'Orders',
  name: sampleText(nodes[0]?.name),
  total: null,
  codes: [
    {
      field: 'channel',
      values: nodes.map(({ sourceName }) => sourceName ?? null),
      isKnown: (value) => toChannel(value) !== 'other',
    },
    {
      field: 'payment status',
      values: nodes.map(({ displayFinancialStatus }) => displayFinancialStatus ?? null),
      isKnown: (value) =>
        toPaymentStatus({ displayFinancialStatus: value, cancelledAt: null, keepsMoney: false }) !== 'other',
    },
    {
      field: 'fulfillment status',
      values: nodes.map(({ displayFulfillmentStatus }) => displayFulfillmentStatus ?? null),
      isKnown: (value) => toFulfillmentStatus(value) !== 'other',
    },
  ],
  problem: null,
})

const plain = (label: string, name: string | null): SampledRecords => ({
  label,
  name,
  total: null,
  codes: [],
  problem: null,
})

/** Reads one record of each kind that a sync needs. */
export const sampleShop = async (api: AdminApi, readable: ProtectedData): Promise<SampledRecords[]> => {
  const sample = await api.ask(sampleRecords(readable), {}, Sample, 'One record of each kind')
  const [customer] = sample.customers?.nodes ?? []
  const [variant] = sample.productVariants.nodes
  const location = variant?.inventoryItem?.inventoryLevels.nodes[0]?.location.name ?? null
  return [
    ordersOf(sample),
    ...(readable.customers ? [plain('Customers', sampleText(customer?.displayName ?? customer?.id))] : []),
    plain('Products', variant ? sampleText(fullTitle(variant.product.title, variant.title ?? null)) : null),
    plain('Inventory', variant && location !== null ? sampleText(`${variant.sku ?? 'no SKU'} at ${location}`) : null),
  ]
}
