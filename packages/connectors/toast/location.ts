import { z } from 'zod'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import { isTimeZone } from '#domain/ranges/time-zone.ts'
import type { Connection } from '../kit/connector.ts'
import { once } from '../kit/once.ts'
import { optional } from '../kit/optional.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { type ReadRecords, readEnvelope } from '../kit/read-records.ts'
import { fetchEmployees, type ToastEmployee } from './employees.ts'
import { BusinessDay, ToastId, ToastText } from './fields.ts'
import { fetchMenu, type Menu } from './menu.ts'
import type { ToastApi, ToastRequest } from './toast-api.ts'

/** What Toast says about a location; null where it says nothing. */
interface LocationFacts {
  readonly name: string | null
  readonly timeZone: string | null
  readonly currency: string | null
  /** on which the restaurant began to use Toast */
  readonly firstDay: LocalDay | null
}

export interface DiningOption {
  readonly name: string | null
  /** `DINE_IN`, `TAKE_OUT`, or `DELIVERY` */
  readonly behavior: string | null
}

/** Names of what orders refer to, by GUID. */
export interface Names {
  readonly diningOptions: ReadonlyMap<string, DiningOption>
  readonly revenueCenters: ReadonlyMap<string, string>
  readonly salesCategories: ReadonlyMap<string, string>
}

/** A location of the restaurant. What streams share is requested once, when it is needed first; without its scope, each throws `NotAllowed`. */
export interface Location {
  readonly guid: string
  facts(): Promise<LocationFacts>
  /** days and amounts of the location; the account's where Toast names none */
  locale(): Promise<{ readonly timeZone: string; readonly currency: string }>
  names(): Promise<Names>
  employees(): Promise<ReadRecords<typeof ToastEmployee>>
  menu(): Promise<Menu>
}

const Info = z.object({
  general: z.object({
    name: ToastText,
    locationName: ToastText,
    timeZone: ToastText,
    currencyCode: ToastText,
    firstBusinessDate: optional(BusinessDay).catch(null),
  }),
})

const fetchFacts = async (api: ToastApi, guid: string): Promise<LocationFacts> => {
  const path = `restaurants/v1/restaurants/${encodeURIComponent(guid)}`
  const found = await api.find({ location: guid, path, scope: 'restaurants:read', name: 'the location' })
  if (found === null) throw new RequestRejected(`Toast has no location with the GUID ${guid}`, 404)
  const { general } = readEnvelope(found, Info, 'The location')
  return {
    name: [general.name, general.locationName].filter(Boolean).join(' – ') || null,
    timeZone: general.timeZone,
    currency: general.currencyCode,
    firstDay: general.firstBusinessDate,
  }
}

const Named = z.object({ guid: ToastId, name: z.string() })
const Option = z.object({ guid: ToastId, name: ToastText, behavior: ToastText })

const fetchRecords = async <Shape extends z.ZodType>(
  api: ToastApi,
  request: Omit<ToastRequest, 'scope'>,
  schema: Shape,
): Promise<z.output<Shape>[]> => {
  const records: z.output<Shape>[] = []
  for await (const page of api.pages({ ...request, scope: 'config:read' })) {
    for (const record of page) {
      const { data } = schema.safeParse(record)
      if (data !== undefined) records.push(data)
    }
  }
  return records
}

const fetchNames = async (api: ToastApi, location: string): Promise<Names> => {
  const options = { location, path: 'config/v2/diningOptions', name: 'dining options' }
  const named = async (list: string, name: string): Promise<ReadonlyMap<string, string>> => {
    const records = await fetchRecords(api, { location, path: `config/v2/${list}`, name }, Named)
    return new Map(records.map((record) => [record.guid, record.name]))
  }
  return {
    diningOptions: new Map((await fetchRecords(api, options, Option)).map(({ guid, ...option }) => [guid, option])),
    revenueCenters: await named('revenueCenters', 'revenue centers'),
    salesCategories: await named('salesCategories', 'sales categories'),
  }
}

export const openLocation = (api: ToastApi, guid: string, account: Connection['account']): Location => {
  const facts = once(() => fetchFacts(api, guid))
  const locale = once(async () => {
    const { timeZone, currency } = await facts()
    return {
      timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : account.timeZone,
      currency: currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : account.currency,
    }
  })
  return {
    guid,
    facts,
    locale,
    names: once(() => fetchNames(api, guid)),
    employees: once(() => fetchEmployees(api, guid)),
    menu: once(async () => fetchMenu(api, guid, (await locale()).currency)),
  }
}

const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** GUIDs of locations as a user wrote them, each once. */
export const guidsIn = (text: string): string[] => [
  ...new Set((text.match(GUID) ?? []).map((guid) => guid.toLowerCase())),
]
