import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { each, optional } from '../kit/fields.ts'
import { OffsetPosition, type Page, pagesByNumber } from '../kit/paging.ts'
import { sinceLastRead } from '../kit/progress.ts'
import { readRecords } from '../kit/read-records.ts'
import { customerRow, guestId, isGuest, personName } from '../kit/rows.ts'
import { type DeclaredStream, declareStream, fetchedByIds, readInTurn } from '../kit/stream.ts'
import { isDraft } from './codes.ts'
import { firstUsableAddress, OptionalInstant, WooAddress, WooId, WooText } from './fields.ts'
import { WooOrder } from './order-schema.ts'
import { fieldsOf, PAGE_SIZE, type WooApi } from './woocommerce-api.ts'

const ListedAccount = z.object({
  id: WooId,
  date_created_gmt: OptionalInstant,
  date_modified_gmt: OptionalInstant,
  role: WooText,
  is_paying_customer: z.boolean().nullish(),
})
type ListedAccount = z.output<typeof ListedAccount>

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#customer-properties */
export const WooCustomer = ListedAccount.extend({
  ...each(WooText, 'email', 'first_name', 'last_name', 'username'),
  billing: optional(WooAddress),
  shipping: optional(WooAddress),
})
export type WooCustomer = z.output<typeof WooCustomer>

/** Roles of WordPress and WooCommerce for people who work on the site or only read it; spam registrations have them too. */
const OTHER_ROLE = /^(administrator|author|contributor|editor|shop_manager|subscriber)$/

/** Whether a user of the site is a customer. */
const isCustomer = ({ role, is_paying_customer }: ListedAccount): boolean =>
  is_paying_customer === true || !OTHER_ROLE.test(role ?? '')

const customerName = (customer: WooCustomer): string | null =>
  personName({ ...customer, company: null }) ?? (customer.billing && personName(customer.billing)) ?? customer.username

const changedAt = ({ date_modified_gmt, date_created_gmt }: ListedAccount) => date_modified_gmt ?? date_created_gmt

export const customerRows = (customer: WooCustomer): CanonicalRow[] => {
  if (!isCustomer(customer)) return []
  const { role } = customer
  const row = customerRow({
    id: customer.id,
    updated: changedAt(customer),
    name: customerName(customer),
    email: customer.email ?? customer.billing?.email ?? null,
    address: firstUsableAddress(customer.billing, customer.shipping),
    since: customer.date_created_gmt,
    customer_group: role === 'customer' || OTHER_ROLE.test(role ?? '') ? null : role,
  })
  return [row]
}

/** The customer of an order or a subscription: an account, else a guest with an email address; null: nobody is named. */
export const resolveCustomerId = ({ customer_id, billing }: Pick<WooOrder, 'customer_id' | 'billing'>): string | null =>
  customer_id ?? (billing.email === null ? null : guestId(billing.email))

/** What orders say about their customers. */
export const GuestOrder = WooOrder.pick(each(true, 'id', 'status', 'customer_id', 'billing', 'date_modified_gmt'))

/** The guest of an order; none if an account ordered, or nobody gave an email address. */
export const guestRows = ({
  billing,
  customer_id,
  date_modified_gmt: updated,
  status,
}: z.output<typeof GuestOrder>) => {
  const { email } = billing
  if (customer_id !== null || email === null || isDraft(status)) return []
  const address = firstUsableAddress(billing)
  return [customerRow({ id: guestId(email), updated, name: personName(billing), email, address, since: null })]
}

const ACCOUNTS = { name: 'customers', path: 'customers', query: { role: 'all' } }

/** Customers that were made since a time, as one page; none: no page. */
async function* newAccounts(api: WooApi, since: number): AsyncGenerator<Page<OffsetPosition>> {
  const isNew = (record: unknown) => (ListedAccount.safeParse(record).data?.date_created_gmt ?? since) >= since
  const query = { ...ACCOUNTS.query, orderby: 'id', order: 'desc', per_page: PAGE_SIZE }
  const fetch = (page: number, name: string) => api.list(ACCOUNTS.path, { ...query, page }, name)
  const records: unknown[] = []
  for await (const page of pagesByNumber({ name: 'new customers', pageSize: PAGE_SIZE, fetch })) {
    records.push(...page.records.filter(isNew))
    if (!page.records.every(isNew)) break
  }
  if (records.length > 0) yield { records, total: null, next: null }
}

const toDay = (epochMs: number): number => Math.floor(epochMs / DAY_MS)

const NAMES = { name: 'customers', title: 'Customers', tables: ['customers'] } as const

/** WooCommerce can't list changed customers: all are read once a day, and new ones each time. */
const accounts = (api: WooApi, now: () => number) =>
  declareStream({
    ...NAMES,
    progress: sinceLastRead({ now, overlapMs: 0, position: OffsetPosition }),
    pages(since, from) {
      const last = since()
      const isWhole = from !== null || last === null || toDay(last) < toDay(now())
      return isWhole ? api.pages(ACCOUNTS, null, from) : newAccounts(api, last - DAY_MS)
    },
    schema: WooCustomer,
    rows: customerRows,
    async fetch(ids) {
      const accountIds = ids.filter((id) => !isGuest(id))
      return fetchedByIds(accountIds, await api.records(ACCOUNTS, accountIds))
    },
    listing: {
      table: 'customers',
      isListed: (id) => !isGuest(id),
      list: () =>
        api.listed(ACCOUNTS, {
          schema: ListedAccount,
          toListed: (account) =>
            isCustomer(account) ? { sourceId: account.id, ordered: null, updated: changedAt(account) } : null,
        }),
    },
    sample: {
      fetch: () => api.sample({ ...ACCOUNTS, query: {} }),
      nameOf: (customer) => customerName(customer) ?? customer.id,
    },
  })

const GUEST_ORDERS = { name: 'customers of orders', path: 'orders', query: { status: 'any', ...fieldsOf(GuestOrder) } }

const guests = (api: WooApi, now: () => number) =>
  declareStream({
    ...NAMES,
    ...api.byChange(GUEST_ORDERS, now),
    convert(records) {
      // An order that can't be read is reported with the orders.
      const { rows } = readRecords(records, { schema: GuestOrder, rows: guestRows })
      return { read: rows.length, total: null, rows, quarantined: [] }
    },
  })

/** Accounts of the site, and guests by the email addresses of their orders. */
export const customersStream = (api: WooApi, now: () => number): DeclaredStream => {
  const parts = { accounts: accounts(api, now), guests: guests(api, now) }
  return { ...parts.accounts, read: readInTurn(parts) }
}
