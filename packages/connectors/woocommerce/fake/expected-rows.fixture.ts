import type { CanonicalRow } from '../../kit/connector.ts'
import { expectedGuestId, expectedOrder, READABLE } from './expected-orders.fixture.ts'
import type { AccountSeed, OrderSeed, ProductSeed, SubscriptionSeed, WinerySeeds } from './seeds.fixture.ts'

const productRows = (product: ProductSeed): CanonicalRow[] => {
  const title = READABLE[product.name] ?? product.name
  const sold = product.variations?.map(({ option, ...sold }) => ({ ...sold, title: `${title} - ${option}` })) ?? [
    { ...product, title },
  ]
  return sold.flatMap(({ id, sku, stock, cents, title: name }): CanonicalRow[] => {
    const shared = { source_id: String(id), source_updated: product.modified, time_basis: 'utc' as const, sku }
    const row = {
      ...shared,
      title: name,
      category: product.category === 'Uncategorized' ? null : product.category,
      brand: product.brand ?? null,
      vintage: product.vintage,
      varietal: product.varietal ?? null,
      item_kind: product.kind,
      price: cents,
      cost: null,
      currency: 'USD',
    }
    const counted = { ...shared, product_title: name, location: null, reserved: null, allocated: null }
    return [
      { table: 'products', row },
      ...(stock === null
        ? []
        : [{ table: 'inventory' as const, row: { ...counted, on_hand: stock, available: stock } }]),
    ]
  })
}

const accountRow = (account: AccountSeed): CanonicalRow[] => {
  const isStaff = ['administrator', 'subscriber'].includes(account.role)
  if (isStaff && !account.isPaying) return []
  return [
    {
      table: 'customers',
      row: {
        source_id: String(account.id),
        source_updated: account.modified ?? account.created,
        time_basis: 'utc',
        name: `${account.first} ${account.last}`,
        email: `${account.first}.${account.id}@example.com`.toLowerCase(),
        city: 'Portland',
        state: 'OR',
        country: 'US',
        postal_code: '97201',
        birth: null,
        since: account.created,
        lifetime_value_seed: null,
        currency: null,
        customer_group: account.role === 'wholesale_customer' ? account.role : null,
      },
    },
  ]
}

const guestRows = (orders: readonly OrderSeed[]): CanonicalRow[] => {
  const latest = new Map<string, number>()
  for (const { guest, modified, status } of orders) {
    if (guest === null || status === 'checkout-draft' || status === 'trash') continue
    latest.set(guest, Math.max(latest.get(guest) ?? 0, modified))
  }
  return [...latest].map(([email, modified]) => ({
    table: 'customers',
    row: {
      source_id: expectedGuestId(email),
      source_updated: modified,
      time_basis: 'utc',
      name: `Guest ${email.split('@')[0]}`,
      email,
      city: 'Napa',
      state: 'CA',
      country: 'US',
      postal_code: '94558',
      birth: null,
      since: null,
      lifetime_value_seed: null,
      currency: null,
    },
  }))
}

const MEMBER: Readonly<Record<string, string>> = {
  active: 'active',
  'on-hold': 'on_hold',
  cancelled: 'cancelled',
  'pending-cancel': 'cancelled',
  expired: 'cancelled',
}

const membershipRow = (subscription: SubscriptionSeed): CanonicalRow[] => {
  const status = MEMBER[subscription.status]
  if (status === undefined) return []
  return [
    {
      table: 'memberships',
      row: {
        source_id: String(subscription.id),
        source_updated: subscription.modified,
        time_basis: 'utc',
        club_source_id: String(subscription.product.id),
        club_name: subscription.product.name,
        customer_source_id: String(subscription.account.id),
        customer_name: `${subscription.account.first} ${subscription.account.last}`,
        status,
        status_raw: subscription.status,
        signup: subscription.started,
        cancelled: subscription.cancelled,
        cancellation_reason: null,
        acquisition_channel: 'checkout',
        team_member: null,
        delivery_method: subscription.isPickup ? 'pickup' : 'ship',
      },
    },
  ]
}

/** Every row that a synced warehouse must hold, from the seeds alone. */
export const expectedRows = ({ products, accounts, subscriptions, orders }: WinerySeeds): CanonicalRow[] => [
  ...products.flatMap(productRows),
  ...accounts.flatMap(accountRow),
  ...guestRows(orders),
  ...subscriptions.flatMap(membershipRow),
  ...orders.flatMap(expectedOrder),
]
