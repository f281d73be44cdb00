import { z } from 'zod'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import { isTimeZone } from '#domain/ranges/time-zone.ts'
import type { Connection } from '../kit/connector.ts'
import { OptionalText } from '../kit/fields.ts'
import { ifAllowed } from '../kit/not-allowed.ts'
import { once } from '../kit/once.ts'
import { optional } from '../kit/optional.ts'
import { joinNames } from '../kit/person.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { parseEach, readEnvelope } from '../kit/read-records.ts'
import { fetchMenu, type Menu } from './menu.ts'
import { BusinessDay, type Locale, ToastId, ToastInstant } from './order-schema.ts'
import type { ToastApi } from './toast-api.ts'

/** Before Toast keeps no orders: https://doc.toasttab.com/openapi/orders/operation/ordersBulkGet */
const FIRST_DAY: LocalDay = '2015-12-01'

/** What Toast says about a location; null where it says nothing. */
const LocationFacts = z
  .object({
    general: z.object({
      name: OptionalText,
      locationName: OptionalText,
      timeZone: OptionalText,
      currencyCode: OptionalText,
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
    firstName: OptionalText,
    chosenName: OptionalText,
    lastName: OptionalText,
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
      timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : account.timeZone,
      currency: currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : account.currency,
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
