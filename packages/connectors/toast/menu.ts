import { z } from 'zod'
import { toItemKind, vintageIn } from '#domain/item-kind/item-kind.ts'
import { toMinor } from '#domain/money.ts'
import type { QuarantinedRecord } from '../kit/connector.ts'
import { OptionalText } from '../kit/fields.ts'
import { optional, optionalList } from '../kit/optional.ts'
import type { ProductFacts } from '../kit/product-row.ts'
import { readEnvelope, readRecords } from '../kit/read-records.ts'
import { readGuid, ToastAmount, ToastId } from './order-schema.ts'
import type { ToastApi } from './toast-api.ts'

interface MenuProduct extends ProductFacts {
  /** the sales category */
  readonly rawKind: string | null
}

const Item = z.object({
  guid: ToastId,
  multiLocationId: OptionalText,
  name: OptionalText,
  sku: OptionalText,
  plu: OptionalText,
  price: optional(ToastAmount),
  isDeferred: optional(z.boolean()),
  salesCategory: optional(z.object({ name: OptionalText })),
})
type Item = z.output<typeof Item>

/** A menu, or a group in it. */
const Group = z.object({
  name: OptionalText,
  menuItems: optionalList(z.unknown()),
  get menuGroups() {
    return z.array(Group).nullish()
  },
})

const Answer = z.object({
  menus: z.array(Group),
  modifierOptionReferences: optional(z.record(z.string(), z.unknown())),
})

interface ListedItem {
  readonly record: unknown
  /** the group, then those around it, then the menu */
  readonly groups: readonly (string | null)[]
  /** a modifier of other items */
  readonly isOption: boolean
}

const listItems = (group: z.output<typeof Group>, around: readonly (string | null)[]): ListedItem[] => {
  const groups = [group.name, ...around]
  return [
    ...group.menuItems.map((record) => ({ record, groups, isOption: false })),
    ...(group.menuGroups ?? []).flatMap((inner) => listItems(inner, groups)),
  ]
}

const toMenuProduct = (item: Item, groups: readonly (string | null)[], currency: string): MenuProduct => {
  const title = item.name ?? 'Unnamed item'
  const category = item.salesCategory?.name ?? null
  const kind = item.isDeferred === true ? 'gift_card' : toItemKind({ title, categories: [category, ...groups] })
  return {
    id: item.multiLocationId ?? item.guid,
    updated: null,
    sku: item.sku ?? item.plu,
    title,
    category: category ?? groups[0] ?? null,
    vintage: vintageIn(title, kind),
    kind,
    rawKind: category,
    price: item.price === null ? null : toMinor(item.price, currency),
    cost: null,
  }
}

const MENUS = { path: 'menus/v2/menus', scope: 'menus:read', name: 'menus' } as const

/** The published menus of a location. An item that is on several is described by the first. */
export const fetchMenu = async (api: ToastApi, location: string, currency: string) => {
  const answer = (await api.find({ ...MENUS, location })) ?? { menus: [] }
  const { menus, modifierOptionReferences } = readEnvelope(answer, Answer, 'The menus')
  const options = Object.values(modifierOptionReferences ?? {})
  const listed = [
    ...menus.flatMap((menu) => listItems(menu, [])),
    ...options.map((record) => ({ record, groups: [], isOption: true })),
  ]
  // By the GUID that orders refer to: each location has its own, also of a product that locations share.
  const byGuid = new Map<string, MenuProduct>()
  const quarantined: QuarantinedRecord[] = []
  for (const { record, groups, isOption } of listed) {
    const read = readRecords([record], { schema: Item, idOf: readGuid, rows: () => [] })
    quarantined.push(...read.quarantined)
    for (const item of read.records) {
      // Options without a price, such as “No ice”, are only ways to prepare an item.
      if (!byGuid.has(item.guid) && (!isOption || item.price))
        byGuid.set(item.guid, toMenuProduct(item, groups, currency))
    }
  }
  return { byGuid, read: listed.length, quarantined }
}
export type Menu = Awaited<ReturnType<typeof fetchMenu>>
