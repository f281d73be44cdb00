import { type IngestKind, ingest } from '#contract/ingest.ts'
import type { RoutesOf } from '#server/http/implement.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import { receiveRecords } from './receive-records.usecases.ts'

const receive = (kind: IngestKind) =>
  rawRoute(
    ingest[kind],
    async ({ input, deps, caller, call }) => {
      const result = await receiveRecords(deps, caller, kind, input)
      const { accepted, outdated, rejected } = result
      call.note({ accepted, outdated, rejected })
      return result
    },
    { body: 'records' },
  )

/** Records that programs send. */
export const ingestRoutes: RoutesOf<'ingest'> = {
  orders: receive('orders'),
  lines: receive('lines'),
  customers: receive('customers'),
  products: receive('products'),
  members: receive('members'),
  reservations: receive('reservations'),
}
