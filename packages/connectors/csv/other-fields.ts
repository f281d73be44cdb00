import {
  CHANNEL_CODES,
  DELIVERY_METHOD_CODES,
  ITEM_KIND_CODES,
  MEMBERSHIP_STATUS_CODES,
  RESERVATION_STATUS_CODES,
} from './codes.ts'
import { type FileKind, field } from './target-field.ts'

export const CUSTOMERS: FileKind = {
  label: 'Customers',
  oneOf: [],
  fields: [
    field('customerId', 'Customer ID', 'id', 'Kept exactly as it stands', {
      required: true,
      names: ['id', 'customer number'],
      canonical: 'customers.source_id',
    }),
    field('name', 'Name', 'text', 'Full name', { names: ['customer name', 'full name'], canonical: 'customers.name' }),
    field('firstName', 'First name', 'text', 'Joined with the last name', { canonical: 'customers.name' }),
    field('lastName', 'Last name', 'text', 'Joined with the first name', {
      names: ['surname'],
      canonical: 'customers.name',
    }),
    field('email', 'Email', 'text', 'Email address', {
      names: ['customer email', 'e-mail'],
      canonical: 'customers.email',
    }),
    field('city', 'City', 'text', 'City', { canonical: 'customers.city' }),
    field('state', 'State', 'text', 'State or province', {
      names: ['province', 'state code'],
      canonical: 'customers.state',
    }),
    field('country', 'Country', 'text', 'Country name or code', {
      names: ['country code'],
      canonical: 'customers.country',
    }),
    field('postalCode', 'Postal code', 'text', 'Postal code', {
      names: ['zip', 'zip code'],
      canonical: 'customers.postal_code',
    }),
    field('birthDate', 'Birth date', 'day', 'Day of birth', {
      names: ['birthday', 'date of birth'],
      canonical: 'customers.birth',
    }),
    field('customerSince', 'Customer since', 'moment', 'First contact', {
      names: ['created at', 'created', 'since'],
      canonical: 'customers.since',
    }),
    field('lifetimeValueSeed', 'Earlier sales', 'money', 'Sales before the orders that are loaded', {
      names: ['lifetime value seed'],
      canonical: 'customers.lifetime_value_seed',
    }),
    field('currency', 'Currency', 'currency', 'Three letters; without it the account’s', {
      canonical: 'customers.currency',
    }),
  ],
}

export const PRODUCTS: FileKind = {
  label: 'Products',
  oneOf: [],
  fields: [
    field('sku', 'SKU', 'id', 'Kept exactly as it stands', {
      required: true,
      names: ['stock code', 'product code', 'item code'],
      canonical: 'products.source_id',
    }),
    field('productTitle', 'Product title', 'text', 'Name of the product', {
      required: true,
      names: ['title', 'name', 'product', 'product name', 'description'],
      canonical: 'products.title',
    }),
    field('category', 'Category', 'text', 'Product category', {
      names: ['department'],
      canonical: 'products.category',
    }),
    field('brand', 'Brand', 'text', 'Brand or winery', { names: ['vendor'], canonical: 'products.brand' }),
    field('vintage', 'Vintage', 'text', 'Year of the wine', { canonical: 'products.vintage' }),
    field('varietal', 'Varietal', 'text', 'Grape variety', { names: ['grape'], canonical: 'products.varietal' }),
    field('itemKind', 'Item kind', 'code', 'Wine, Tasting, Merch, Food, Gift card …; without it wine', {
      names: ['type', 'item type', 'product type'],
      codes: ITEM_KIND_CODES,
      canonical: 'products.item_kind',
    }),
    field('price', 'Price', 'money', 'List price', { names: ['unit price'], canonical: 'products.price' }),
    field('cost', 'Cost', 'money', 'Cost of one unit', {
      names: ['cost of good', 'cost of goods'],
      canonical: 'products.cost',
    }),
    field('currency', 'Currency', 'currency', 'Three letters; without it the account’s', {
      canonical: 'products.currency',
    }),
  ],
}

export const INVENTORY: FileKind = {
  label: 'Inventory',
  oneOf: [],
  fields: [
    field('sku', 'SKU', 'id', 'Kept exactly as it stands', {
      required: true,
      names: ['stock code', 'product code', 'item code'],
      canonical: 'inventory.sku',
    }),
    field('productTitle', 'Product title', 'text', 'Name of the product', {
      names: ['title', 'product', 'product name'],
      canonical: 'inventory.product_title',
    }),
    field('location', 'Location', 'text', 'Where it lies', {
      names: ['inventory location', 'pool', 'warehouse', 'inventory pool'],
      canonical: 'inventory.location',
    }),
    field('onHand', 'On hand', 'number', 'Units that are there', {
      required: true,
      names: ['quantity', 'qty', 'current inventory', 'stock', 'quantity on hand'],
      canonical: 'inventory.on_hand',
    }),
    field('reserved', 'Reserved', 'number', 'Units held back', {
      names: ['reserve count'],
      canonical: 'inventory.reserved',
    }),
    field('allocated', 'Allocated', 'number', 'Units promised', {
      names: ['allocated count'],
      canonical: 'inventory.allocated',
    }),
    field('available', 'Available', 'number', 'Without it: on hand less reserved and allocated', {
      names: ['available for sale', 'available for sale count'],
      canonical: 'inventory.available',
    }),
  ],
}

export const MEMBERSHIPS: FileKind = {
  label: 'Club memberships',
  oneOf: [],
  fields: [
    field('membershipId', 'Membership ID', 'id', 'Kept exactly as it stands', {
      required: true,
      names: ['club membership id', 'id'],
      canonical: 'memberships.source_id',
    }),
    field('clubName', 'Club', 'text', 'Name of the club', {
      required: true,
      names: ['club', 'club title'],
      canonical: 'memberships.club_name',
    }),
    field('customerId', 'Customer ID', 'id', 'Kept exactly as it stands', {
      names: ['customer', 'customer number'],
      canonical: 'memberships.customer_source_id',
    }),
    field('customerName', 'Customer name', 'text', 'Full name', {
      names: ['name'],
      canonical: 'memberships.customer_name',
    }),
    field('status', 'Status', 'code', 'Active, On hold or Cancelled; without it by the cancelled date', {
      names: ['membership status'],
      codes: MEMBERSHIP_STATUS_CODES,
      canonical: 'memberships.status',
    }),
    field('signupDate', 'Signup date', 'moment', 'When the membership began', {
      required: true,
      names: ['signup', 'sign up date', 'joined', 'start date', 'member since'],
      canonical: 'memberships.signup',
    }),
    field('cancelledDate', 'Cancelled date', 'moment', 'When it ended', {
      names: ['cancel date', 'canceled date', 'cancellation date', 'end date'],
      canonical: 'memberships.cancelled',
    }),
    field('cancellationReason', 'Cancellation reason', 'text', 'Why it ended', {
      names: ['cancel reason'],
      canonical: 'memberships.cancellation_reason',
    }),
    field('acquisitionChannel', 'Signup channel', 'text', 'Where the member was won', {
      names: ['acquisition channel'],
      canonical: 'memberships.acquisition_channel',
    }),
    field('teamMember', 'Team member', 'text', 'Who won the member', {
      names: ['sales associate', 'employee'],
      canonical: 'memberships.team_member',
    }),
    field('deliveryMethod', 'Delivery method', 'code', 'Pickup or Ship', {
      names: ['order delivery method'],
      codes: DELIVERY_METHOD_CODES,
      canonical: 'memberships.delivery_method',
    }),
  ],
}

export const RESERVATIONS: FileKind = {
  label: 'Reservations',
  oneOf: [],
  fields: [
    field('reservationId', 'Reservation ID', 'id', 'Kept exactly as it stands', {
      required: true,
      names: ['id', 'reservation number', 'booking id', 'confirmation number'],
      canonical: 'reservations.source_id',
    }),
    field('reservationDate', 'Reservation date', 'moment', 'When the visit is; without a zone in account time', {
      required: true,
      names: ['date', 'reserved for', 'visit date'],
      canonical: 'reservations.reserved',
    }),
    field('experience', 'Experience', 'text', 'What was booked', {
      names: ['experience type', 'reservation type'],
      canonical: 'reservations.experience',
    }),
    field('status', 'Status', 'code', 'Reserved, Checked in, Closed out, Cancelled or No show', {
      names: ['reservation status'],
      codes: RESERVATION_STATUS_CODES,
      canonical: 'reservations.status',
    }),
    field('channel', 'Channel', 'code', 'How it was booked', {
      codes: CHANNEL_CODES,
      canonical: 'reservations.channel',
    }),
    field('guests', 'Guests', 'integer', 'Size of the party', {
      required: true,
      names: ['guest count', 'party size', 'covers'],
      canonical: 'reservations.guests',
    }),
    field('tradeGuests', 'Trade guests', 'integer', 'Guests of the trade, who are no tasters', {
      canonical: 'reservations.trade_guests',
    }),
    field('customerId', 'Customer ID', 'id', 'Kept exactly as it stands', {
      names: ['customer'],
      canonical: 'reservations.customer_source_id',
    }),
    field('teamMember', 'Team member', 'text', 'Who hosted', {
      names: ['host', 'employee'],
      canonical: 'reservations.team_member',
    }),
    field('orderId', 'Order ID', 'id', 'Order of the visit', {
      names: ['order'],
      canonical: 'reservations.order_source_id',
    }),
  ],
}
