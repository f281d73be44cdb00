import { z } from 'zod'
import { highWater, readFrom } from '../kit/page-guard.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { OptionalInstant } from './fields.ts'
import { firstPosition, ListPosition, listPages, type WooList } from './list-pages.ts'
import type { WooApi } from './woocommerce-api.ts'

/** Changes of the last day are read again each time, because clocks differ and lists change while they are read. */
export const OVERLAP_MS = 86_400_000

/** How far the changes of a list were read. */
export const ModifiedState = z.object({
  /** latest change read, epoch milliseconds; null: none yet */
  mark: z.number().nullable(),
  /** during a read: the position in the list */
  page: ListPosition.nullable(),
})
export type ModifiedState = z.infer<typeof ModifiedState>

export const UNREAD: ModifiedState = { mark: null, page: null }

export interface ModifiedPage {
  readonly records: readonly unknown[]
  readonly total: number | null
  readonly next: ModifiedState
}

const Modified = z.object({ date_modified_gmt: OptionalInstant })

const modifiedOf = (record: unknown): number | null => Modified.safeParse(record).data?.date_modified_gmt ?? null

// An older store ignores the filter, and a cache may ignore every parameter: most of the changes would be missed.
const assertFiltered = ({ name }: WooList, modified: readonly (number | null)[], after: number | null): void => {
  if (after === null || modified.every((at) => at === null || at >= after)) return
  throw new MalformedResponse(
    `The list of ${name} isn’t limited to changes. WooCommerce 5.8 or later is needed, and no cache for /wp-json.`,
  )
}

/** Records that changed since a state, in the order of their changes. */
export async function* modifiedRecords(
  api: WooApi,
  list: WooList,
  state: ModifiedState,
  now: () => number,
): AsyncGenerator<ModifiedPage> {
  let { mark } = state
  const begin = state.page ?? firstPosition(readFrom(mark, OVERLAP_MS))
  const restart = () => firstPosition(readFrom(mark, OVERLAP_MS))
  for await (const { records, total, after, next } of listPages(api, list, begin, restart)) {
    const modified = records.map(modifiedOf)
    assertFiltered(list, modified, after)
    mark = highWater(mark, modified, now())
    yield { records, total: state.page === null ? total : null, next: { mark, page: next } }
  }
}
