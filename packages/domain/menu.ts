import { type AccountType, BOUTIQUE_AND_UP, ESTATE_AND_UP } from './account-type.ts'
import { ADMIN_ROLES, BILLING_ROLES, REPORT_ROLES, type Role } from './role.ts'

/** Who may see a menu item or open a page; null: any role, any account type. */
export interface Access {
  readonly roles: readonly Role[] | null
  readonly accountTypes: readonly AccountType[] | null
}

export interface MenuItem extends Access {
  /** stable name, for icons and tests */
  readonly id: string
  readonly name: string
  /** the page's own title, which is longer than its name in the menu */
  readonly title: string
  /** null on groups that only hold children */
  readonly href: string | null
  /** search params that the menu opens the page with */
  readonly query: Readonly<Record<string, string>>
  readonly children: readonly MenuItem[]
}

const OPEN: Access = { roles: null, accountTypes: null }

type PageOptions = Partial<Pick<MenuItem, 'title' | 'query'> & Access>

const page = (id: string, name: string, href: string, options: PageOptions = {}): MenuItem => ({
  id,
  name,
  title: name,
  href,
  query: {},
  children: [],
  ...OPEN,
  ...options,
})

/** The pages of a group, each for the group's roles unless it says otherwise. */
const group = (id: string, name: string, roles: readonly Role[] | null, pages: readonly MenuItem[]): MenuItem => ({
  id,
  name,
  title: name,
  href: null,
  query: {},
  accountTypes: null,
  roles,
  children: pages.map((child) => ({ ...child, roles: child.roles ?? roles })),
})

const estateAndUp = { accountTypes: ESTATE_AND_UP }
const boutiqueAndUp = { accountTypes: BOUTIQUE_AND_UP }

const salesTrends = group('sales', 'Sales Trends', REPORT_ROLES, [
  page('sales-trends', '3-Year Sales Trends', '/reports/sales/sales-trends'),
  page('sales-by-day-of-week', 'By Day of Week', '/reports/sales/by-day-of-week', { title: 'Sales by Day of Week' }),
  page('sales-weekday-vs-weekend', 'Weekday vs Weekend', '/reports/sales/weekday-vs-weekend', {
    title: 'Sales by Weekday vs Weekend',
  }),
])

const orders = group('orders', 'Orders', REPORT_ROLES, [
  page('orders-by-brand', 'By Brand', '/reports/orders/by-brand', { title: 'Orders by Brand', ...estateAndUp }),
  page('orders-by-category', 'By Category', '/reports/orders/by-category', {
    title: 'Orders by Category',
    ...estateAndUp,
  }),
  page('orders-by-team-member', 'By Team Member', '/reports/orders/by-team-member', {
    title: 'Orders by Team Member',
    ...estateAndUp,
  }),
  page('tips-by-team-member', 'Tips by Team Member', '/reports/orders/tips-by-team-member', estateAndUp),
  page('orders-by-sales-channel', 'By Sales Channel', '/reports/orders/by-sales-channel', {
    title: 'Orders by Sales Channel',
  }),
  page('orders-by-type', 'By Type', '/reports/orders/by-type', { title: 'Orders by Type' }),
  page('awaiting-pickup', 'Awaiting Pickup', '/reports/orders/awaiting-pickup', { title: 'Orders Awaiting Pickup' }),
  page('awaiting-shipment', 'Awaiting Shipment', '/reports/orders/awaiting-shipment', {
    title: 'Orders Awaiting Shipment',
  }),
  page('order-detail', 'Order Detail', '/reports/orders/order-detail'),
  page('order-list', 'Order List', '/reports/orders/list', { query: { relativeDate: 'OrderDate-Last30Days' } }),
])

const products = group('products', 'Products', REPORT_ROLES, [
  page('top-products', 'Top Products', '/reports/products/top-products'),
  page('product-list', 'Product List', '/reports/products/list'),
  page('low-inventory', 'Low Inventory', '/reports/products/low-inventory', estateAndUp),
])

const customers = group('customers', 'Customers', REPORT_ROLES, [
  page('top-customers', 'Top Customers', '/reports/customers/top-customers'),
  page('customers-by-age', 'By Age', '/reports/customers/by-age', { title: 'Customers by Age' }),
  page('customer-list', 'Customer List', '/reports/customers/list'),
  page('top-states', 'Top States', '/reports/customers/top-states', estateAndUp),
])

const clubs = group('clubs', 'Clubs', REPORT_ROLES, [
  page('active-clubs', 'Active Clubs', '/reports/clubs/active-clubs'),
  page('top-clubs', 'Top Clubs', '/reports/clubs/top-clubs'),
  page('club-cancellations', 'Cancellations', '/reports/clubs/cancellations', { title: 'Club Cancellations' }),
  page('cancellation-list', 'Cancellation List', '/reports/clubs/cancellation-list', {
    title: 'Club Cancellation List',
    query: { relativeDate: 'CancelledDate-Last30Days' },
  }),
  page('club-holds', 'Holds', '/reports/clubs/holds', { title: 'Club Holds', ...boutiqueAndUp }),
  page('hold-list', 'Hold List', '/reports/clubs/hold-list', { title: 'Club Hold List', ...boutiqueAndUp }),
  page('club-releases', 'Releases', '/reports/clubs/releases', { title: 'Club Releases', ...boutiqueAndUp }),
  page('release-summary', 'Release Summary', '/reports/clubs/release-summary', boutiqueAndUp),
])

const moreReports = group('more-reports', 'More Reports', null, [
  page('my-reports', 'My Reports', '/reports/my-reports'),
  page('shared-reports', 'Shared Reports', '/reports/shared-reports', estateAndUp),
])

const insights = group('ai-insights', 'AI Insights', REPORT_ROLES, [
  page('insights', 'Insights', '/ai/insights', { title: 'AI Insights' }),
  page('ai-settings', 'AI Settings', '/ai/settings', { roles: ADMIN_ROLES }),
])

// The group itself is open, so that a BillingAdmin finds Billing in it; for everyone else it has nothing to show.
const administration = group('admin', 'Admin Settings', null, [
  page('settings', 'Settings', '/admin/settings', { roles: ADMIN_ROLES }),
  page('services', 'Services', '/admin/services', { roles: ADMIN_ROLES }),
  page('tasting-experiences', 'Tasting Experiences', '/admin/tasting-experiences', { roles: ADMIN_ROLES }),
  page('club-signup-products', 'Club Signup Products', '/admin/club-signup-products', { roles: ADMIN_ROLES }),
  page('users', 'Users', '/admin/users', { roles: ADMIN_ROLES }),
  page('invitations', 'Invitations', '/admin/invitations', { roles: ADMIN_ROLES, ...estateAndUp }),
  page('billing', 'Billing', '/billing', { roles: BILLING_ROLES }),
])

/** The whole navigation menu, in order. The user's own dashboards are listed below the item `dashboard`. */
export const MENU: readonly MenuItem[] = [
  page('dashboard', 'Dashboard', '/dashboard'),
  salesTrends,
  orders,
  products,
  customers,
  clubs,
  moreReports,
  insights,
  administration,
]
