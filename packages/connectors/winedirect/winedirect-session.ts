import { z } from 'zod'
import type { OpenSession, Span, StreamState } from '../kit/connector.ts'
import { once } from '../kit/once.ts'
import { toRemovals } from '../kit/read-records.ts'
import { type DeclaredStream, declareStream, describeConnection } from '../kit/stream.ts'
import { CHANNELS, isKnownOrderStatus, PAYMENT_STATUSES, SHIPPING_STATUSES } from './codes.ts'
import { fetchCatalog, listStreams, type WineDirectAccount } from './lists.ts'
import {
  convertOrders,
  ORDERS,
  type OrderMemory,
  platformOrders,
  readMemory,
  saveMemory,
  searchesWithin,
} from './order-reads.ts'
import { returnOrderId } from './order-rows.ts'
import { OrderSummary } from './order-schema.ts'
import {
  byChange,
  createWineDirectApi,
  sampleSearch,
  searchAll,
  searchByIds,
  type WineDirectApi,
} from './winedirect-api.ts'

async function* orderPages(api: WineDirectApi, span: Span | null) {
  if (span === null) yield* searchAll(api, ORDERS)
  else for (const { parameters } of searchesWithin(span)) yield* searchAll(api, ORDERS, parameters)
}

/** Orders and their items, with refunds as orders of their own. */
const ordersStream = (account: WineDirectAccount): DeclaredStream => {
  const { api, now } = account
  const declare = (memory: OrderMemory) =>
    declareStream({
      name: 'orders',
      tables: ['orders', 'order_lines'],
      ...byChange(account, ORDERS),
      convert: (records) => convertOrders(account, memory, records),
      idOf: ORDERS.idOf,
      // Lists without details cost one call for 200 orders. A refund within its order has an ID of ours.
      listing: {
        table: 'orders',
        isListed: (id) => !id.includes('/'),
        pages: (span) => orderPages(api, span),
        schema: OrderSummary,
        toListed: ({ OrderID, ordered, DateModified }) => ({ sourceId: OrderID, ordered, updated: DateModified }),
      },
      schema: OrderSummary,
      sample: {
        fetch: sampleSearch(api, ORDERS),
        nameOf: ({ OrderNumber }) => OrderNumber,
        codes: {
          Type: [({ Type }) => Type, CHANNELS],
          OrderStatus: [({ OrderStatus }) => OrderStatus, { has: isKnownOrderStatus }],
          PaymentStatus: [({ PaymentStatus }) => PaymentStatus, PAYMENT_STATUSES],
          ShippingStatus: [({ ShippingStatus }) => ShippingStatus, SHIPPING_STATUSES],
        },
      },
    })
  return {
    ...declare(readMemory(null, true)),
    async *read(saved) {
      // States of earlier versions have `mark` instead of `since`.
      const state: StreamState | null = saved && { since: saved.mark, ...saved }
      const memory = readMemory(state, state?.since == null)
      for await (const page of declare(memory).read(state))
        yield { ...page, next: { ...page.next, ...saveMemory(memory, now()) } }
    },
    async fetch(ids, state) {
      const memory = readMemory(state, true)
      const { records, gone } = await searchByIds(api, ORDERS, ids)
      const { removed = [], ...converted } = await convertOrders(account, memory, records)
      const goneIds = gone.flatMap((id) => [id, returnOrderId(id)])
      return {
        ...converted,
        read: records.length,
        removed: [...removed, ...toRemovals('orders', goneIds)],
        total: null,
        next: { ...state, ...saveMemory(memory, now()) },
      }
    },
  }
}

const Settings = z.object({ username: z.string().min(1) })
const Secrets = z.object({ password: z.string().min(1) })

export const openWineDirect: OpenSession = ({ settings, secrets, client, now, account: { currency } }) => {
  const api = createWineDirectApi(client, { ...Settings.parse(settings), ...Secrets.parse(secrets) })
  const account: WineDirectAccount = { api, now, currency, catalog: once(() => fetchCatalog(api, currency)) }
  const lists = listStreams(account)
  const orders = ordersStream(account)
  return {
    async test() {
      const counted = `WineDirect doesn’t say which currency its amounts are in. They’re counted in ${currency}, your account’s currency.`
      const streams = [orders, ...lists]
      return describeConnection({ platform: 'WineDirect', business: null, streams, warnings: [counted] })
    },
    streams: [...lists, orders],
    orders: (span) => platformOrders(api, currency, span),
  }
}
