import { z } from 'zod'
import { toItemKind, vintageIn } from '#domain/item-kind/item-kind.ts'
import { toMinor } from '#domain/money.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { Connection, QuarantinedRecord } from '../kit/connector.ts'
import { CurrencyCode, each, knownTimeZone, OptionalText, optional, optionalList } from '../kit/fields.ts'
import { once } from '../kit/once.ts'
import { ifAllowed, RequestRejected } from '../kit/platform-problems.ts'
import { parseEach, readEnvelope, readRecords } from '../kit/read-records.ts'
import { joinNames, type ProductFacts } from '../kit/rows.ts'
import { BusinessDay, type Locale, readGuid, ToastAmount, ToastId, ToastInstant } from './order-schema.ts'
import type { ToastApi } from './toast-api.ts'

interface MenuProduct extends ProductFacts {
  /** the sales category */
  readonly rawKind: string | null
}

const Item = z.object({
  guid: ToastId,
  ...each(OptionalText, 'multiLocationId', 'name', 'sku', 'plu'),
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
const fetchMenu = async (api: ToastApi, location: string, currency: string) => {
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
    const read = readRecords([record], { schema: Item, idOf: readGuid })
    quarantined.push(...read.quarantined)
    for (const item of read.records) {
      // Options without a price, such as “No ice”, are only ways to prepare an item.
      if (!byGuid.has(item.guid) && (!isOption || item.price))
        byGuid.set(item.guid, toMenuProduct(item, groups, currency))
    }
  }
  return { byGuid, read: listed.length, quarantined }
}
type Menu = Awaited<ReturnType<typeof fetchMenu>>

/** Before Toast keeps no orders: https://doc.toasttab.com/openapi/orders/operation/ordersBulkGet */
const FIRST_DAY: LocalDay = '2015-12-01'

/** What Toast says about a location; null where it says nothing. */
const LocationFacts = z
  .object({
    general: z.object({
      ...each(OptionalText, 'name', 'locationName', 'timeZone', 'currencyCode'),
      firstBusinessDate: optional(BusinessDay).catch(null),
    }),
  })
  .transform(({ general: { name, locationName, timeZone, currencyCode, firstBusinessDate } }) => ({
    name: [name, locationName].filter(Boolean).join(' – ') || null,
    timeZone,
    currency: currencyCode,
    /** on which the restaurant began to use Toast */
    firstDay: firstBusinessDate ?? FIRST_DAY,
  }))

const fetchFacts = async (api: ToastApi, guid: string): Promise<z.output<typeof LocationFacts>> => {
  const path = `restaurants/v1/restaurants/${encodeURIComponent(guid)}`
  const found = await api.find({ location: guid, path, scope: 'restaurants:read', name: 'the location' })
  if (found === null) throw new RequestRejected(`Toast has no location with the GUID ${guid}`, 404)
  return readEnvelope(found, LocationFacts, 'The location')
}

/** `behavior`: `DINE_IN`, `TAKE_OUT`, or `DELIVERY` */
const Option = z.object({ guid: ToastId, name: OptionalText, behavior: OptionalText })
export type DiningOption = Omit<z.output<typeof Option>, 'guid'>

const Named = z.object({ guid: ToastId, name: z.string() })

/** Names of what orders refer to, by GUID. */
const fetchNames = async (api: ToastApi, location: string) => {
  const list = (path: string, name: string) =>
    api.list({ location, path: `config/v2/${path}`, scope: 'config:read', name })
  const named = async (path: string, name: string) =>
    new Map(parseEach(await list(path, name), Named).map((record) => [record.guid, record.name] as const))
  const options = parseEach(await list('diningOptions', 'dining options'), Option)
  return {
    diningOptions: new Map(options.map(({ guid, ...option }) => [guid, option] as const)),
    revenueCenters: await named('revenueCenters', 'revenue centers'),
    salesCategories: await named('salesCategories', 'sales categories'),
  }
}

type Names = Awaited<ReturnType<typeof fetchNames>>

const NO_NAMES: Names = { diningOptions: new Map(), revenueCenters: new Map(), salesCategories: new Map() }

/** A person without a name is shown by GUID. */
export const ToastEmployee = z
  .object({
    guid: ToastId,
    ...each(OptionalText, 'firstName', 'chosenName', 'lastName'),
    modifiedDate: optional(ToastInstant),
  })
  .transform(({ guid, firstName, chosenName, lastName, modifiedDate }) => ({
    id: guid,
    updated: modifiedDate,
    name: joinNames(chosenName ?? firstName, lastName) ?? guid,
  }))

const EMPLOYEES = { path: 'labor/v1/employees', scope: 'labor.employees:read', name: 'employees' } as const

/** What orders of a location refer to. */
export interface OrderReferences extends Locale {
  readonly names: Names
  readonly employees: ReadonlyMap<string, string>
  readonly byGuid: Menu['byGuid']
  /** parties at tables are visits */
  readonly countsGuests: boolean
  /** its name */
  readonly location: string | null
}

interface LocationOptions {
  /** for days and amounts where Toast names no zone or currency */
  readonly account: Connection['account']
  readonly countsGuests: boolean
}

/** A location of the restaurant. What its streams share is requested once, when it is needed first; without its scope: `PermissionMissing`. */
export const openLocation = (api: ToastApi, guid: string, { account, countsGuests }: LocationOptions) => {
  const facts = once(() => fetchFacts(api, guid))
  const locale = once(async (): Promise<Locale> => {
    const { timeZone, currency } = await facts()
    return {
      timeZone: knownTimeZone(timeZone) ?? account.timeZone,
      currency: CurrencyCode.safeParse(currency).data ?? account.currency,
    }
  })
  const names = once(() => fetchNames(api, guid))
  /** unparsed; former ones too, since they sold what they sold */
  const employees = once(() => api.list({ ...EMPLOYEES, location: guid }))
  const menu = once(async () => fetchMenu(api, guid, (await locale()).currency))
  const references = once(
    async (): Promise<OrderReferences> => ({
      ...(await locale()),
      names: await ifAllowed(names(), () => NO_NAMES),
      employees: new Map(
        parseEach(await ifAllowed(employees(), () => []), ToastEmployee).map(({ id, name }) => [id, name]),
      ),
      byGuid: (await ifAllowed(menu(), () => null))?.byGuid ?? new Map(),
      countsGuests,
      location: (await facts()).name,
    }),
  )
  return { api, guid, facts, locale, names, employees, menu, references }
}
export type Location = ReturnType<typeof openLocation>
