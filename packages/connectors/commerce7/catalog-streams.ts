import { z } from 'zod'
import type { SyncStream } from '../kit/connector.ts'
import { LISTS } from './commerce7-api.ts'
import { Id, OptionalInstant } from './fields.ts'
import { Stock, stockRows } from './inventory.ts'
import { Product, productRows } from './products.ts'
import type { Tenant } from './tenant.ts'
import { wholeByCursor, wholeByNumber } from './whole-streams.ts'

const Club = z.object({ id: Id, title: z.string().min(1), updatedAt: OptionalInstant })

const clubs = ({ api }: Tenant): SyncStream =>
  wholeByNumber({
    name: 'clubs',
    title: 'Clubs',
    table: 'clubs',
    list: LISTS.clubs,
    api,
    reader: async () => ({
      schema: Club,
      rows: ({ id, title, updatedAt }) => [
        { table: 'clubs', row: { source_id: id, source_updated: updatedAt, time_basis: 'utc', name: title } },
      ],
    }),
  })

const products = ({ api, books }: Tenant): SyncStream =>
  wholeByCursor({
    name: 'products',
    title: 'Products',
    table: 'products',
    list: LISTS.products,
    api,
    reader: async () => {
      const { currency } = await books()
      return { schema: Product, rows: (product) => productRows(product, currency) }
    },
  })

const inventory = ({ api }: Tenant): SyncStream =>
  wholeByNumber({
    name: 'inventory',
    title: 'Inventory',
    table: 'inventory',
    list: LISTS.inventory,
    api,
    reader: async () => ({ schema: Stock, rows: stockRows }),
  })

/** Short lists, read whole each time. */
export const catalogStreams = (tenant: Tenant): SyncStream[] => [clubs(tenant), products(tenant), inventory(tenant)]
