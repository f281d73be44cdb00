import { countAll, day, id, mean, middle, ofEach, text, texts, valuesOf } from '../columns.ts'
import { isMemberBefore } from '../derived-members.ts'
import { momentOrNull } from '../moments.ts'
import type { Context, NaiveRecord, NaiveReportType } from '../report-type.ts'
import { momentColumns, momentValues } from '../time-parts.ts'
import { exactSum, orNull } from '../value.ts'
import type { Placed } from '../winery.ts'

type Customer = Placed<'customers'>

/** Null for those who never had a paid order in the account's currency. */
const lifetimeOf = (customer: Customer, { books, settings, withoutClubOrders }: Context): number | null => {
  const own = books.orders.filter(
    ({ service, given, isPaid }) =>
      service === customer.service &&
      given.customer_source_id === customer.source_id &&
      isPaid &&
      given.currency === settings.currency &&
      !(withoutClubOrders && given.channel === 'club'),
  )
  return own.length === 0 ? null : exactSum(own.map(({ net }) => net)) + (customer.lifetime_value_seed ?? 0)
}

const segmentOf = (customer: Customer, { books, window }: Context): string => {
  const own = books.memberships.filter(
    ({ service, given, signup }) =>
      service === customer.service && given.customer_source_id === customer.source_id && signup.day < window.until,
  )
  if (own.length === 0) return 'never'
  return own.some((membership) => isMemberBefore(membership, window.until)) ? 'member' : 'former_member'
}

const recordOf =
  (context: Context) =>
  (customer: Customer): NaiveRecord => {
    const { settings } = context
    const since = momentOrNull(customer.since, customer.time_basis, settings.timeZone)
    const lifetime = lifetimeOf(customer, context)
    return {
      values: {
        customerId: customer.source_id,
        customerName: orNull(customer.name),
        email: orNull(customer.email),
        city: orNull(customer.city),
        state: orNull(customer.state),
        country: orNull(customer.country),
        birthDate: customer.birth,
        ...momentValues('customerSince', since, settings, 'customerSince'),
        segment: segmentOf(customer, context),
        customerCount: 1,
        lifetimeValue: lifetime,
        medianLifetimeValue: lifetime,
      },
      days: { customerSince: since?.day ?? null },
      facts: {},
      service: customer.service,
      key: [customer.source_id, customer.service],
    }
  }

export const customers: NaiveReportType = {
  name: 'Customers',
  dateColumn: null,
  columns: {
    customerId: id,
    ...texts('customerName', 'email', 'city', 'state', 'country'),
    birthDate: day,
    ...momentColumns('customerSince', 'customerSince'),
    segment: text,
    customerCount: countAll,
    lifetimeValue: ofEach('currency', (records) => mean(valuesOf(records, 'lifetimeValue'))),
    medianLifetimeValue: ofEach('currency', (records) => middle(valuesOf(records, 'medianLifetimeValue'))),
  },
  records: (context) => context.books.rowsOf('customers').map(recordOf(context)),
}
