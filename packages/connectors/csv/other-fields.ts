import {
  CHANNEL_CODES,
  DELIVERY_METHOD_CODES,
  ITEM_KIND_CODES,
  MEMBERSHIP_STATUS_CODES,
  RESERVATION_STATUS_CODES,
} from '#domain/vocabulary/written-codes.ts'
import { type FileKind, field, requiredField } from './target-field.ts'

export const CUSTOMERS: FileKind = {
  label: 'Customers',
  row: 'customer',
  key: ['customerId'],
  oneOf: [],
  fields: [
    requiredField('customerId', 'Customer ID', 'id', 'Kept exactly as written', { names: 'id, customer number' }),
    field('name', 'Name', 'text', 'Full name'),
    field('firstName', 'First name', 'text', 'Joined with the last name'),
    field('lastName', 'Last name', 'text', 'Joined with the first name'),
    field('email', 'Email', 'text', 'Email address'),
    field('city', 'City', 'text', 'City', { names: 'town' }),
    field('state', 'State', 'text', 'State or province', { names: 'province, state code' }),
    field('country', 'Country', 'text', 'Country name or code', { names: 'country code' }),
    field('postalCode', 'Postal code', 'text', 'Postal code', { names: 'zip, zip code, postcode' }),
    field('customerGroup', 'Customer group', 'text', 'Segment, tier, or type of the customer'),
    field('birthDate', 'Birth date', 'day', 'Day of birth', {
      isPast: true,
    }),
    field('customerSince', 'Customer since', 'moment', 'First contact'),
    field('lifetimeValueSeed', 'Earlier sales', 'money', 'Sales from before the imported orders'),
    field('currency', 'Currency', 'currency', 'Three letters; if blank, the account’s currency'),
  ],
}

export const PRODUCTS: FileKind = {
  label: 'Products',
  row: 'product',
  key: ['sku'],
  oneOf: [],
  fields: [
    requiredField('sku', 'SKU', 'id', 'Kept exactly as written', { names: 'stock code, product code, item code' }),
    requiredField('productTitle', 'Product title', 'text', 'Name of the product', {
      names: 'title, name, product, product name, description',
    }),
    field('category', 'Category', 'text', 'Product category'),
    field('brand', 'Brand', 'text', 'Brand or winery'),
    field('vintage', 'Vintage', 'text', 'Year of the wine'),
    field('varietal', 'Varietal', 'text', 'Grape variety'),
    field('itemKind', 'Item type', 'code', 'Wine, Tasting, Merch, Food, Gift card …; if blank, by name, else wine', {
      names: 'type, item kind, product type',
      codes: ITEM_KIND_CODES,
    }),
    field('price', 'Price', 'money', 'List price'),
    field('cost', 'Cost', 'money', 'Cost of one unit'),
    field('currency', 'Currency', 'currency', 'Three letters; if blank, the account’s currency'),
  ],
}

export const INVENTORY: FileKind = {
  label: 'Inventory',
  row: 'product and location',
  key: ['sku', 'location'],
  oneOf: [],
  fields: [
    requiredField('sku', 'SKU', 'id', 'Kept exactly as written', { names: 'stock code, product code, item code' }),
    field('productTitle', 'Product title', 'text', 'Name of the product', { names: 'title, product, product name' }),
    field('location', 'Location', 'text', 'Where the stock is'),
    requiredField('onHand', 'On hand', 'number', 'Units in stock'),
    field('reserved', 'Reserved', 'number', 'Units reserved'),
    field('allocated', 'Allocated', 'number', 'Units allocated'),
    field('available', 'Available', 'number', 'If blank, on hand minus reserved and allocated'),
  ],
}

export const MEMBERSHIPS: FileKind = {
  label: 'Club memberships',
  row: 'membership',
  key: ['membershipId'],
  oneOf: [],
  fields: [
    requiredField('membershipId', 'Membership ID', 'id', 'Kept exactly as written'),
    requiredField('clubName', 'Club', 'text', 'Name of the club', { names: 'club, club title' }),
    field('customerId', 'Customer ID', 'id', 'Kept exactly as written', { names: 'customer, customer number' }),
    field('customerName', 'Customer name', 'text', 'Full name', { names: 'name' }),
    field('status', 'Status', 'code', 'Active, On hold, or Canceled; if blank, based on the cancellation date', {
      names: 'membership status',
      codes: MEMBERSHIP_STATUS_CODES,
    }),
    requiredField('signupDate', 'Signup date', 'moment', 'When the membership began'),
    field('cancelledDate', 'Cancellation date', 'moment', 'When it ended', { names: 'cancelled date, canceled date' }),
    field('cancellationReason', 'Cancellation reason', 'text', 'Why it ended'),
    field('acquisitionChannel', 'Signup channel', 'text', 'Where the member signed up'),
    field('teamMember', 'Team member', 'text', 'Who signed up the member', { names: 'sales associate, employee' }),
    field('deliveryMethod', 'Delivery method', 'code', 'Pickup or Ship', {
      names: 'order delivery method',
      codes: DELIVERY_METHOD_CODES,
    }),
  ],
}

export const RESERVATIONS: FileKind = {
  label: 'Reservations',
  row: 'reservation',
  key: ['reservationId'],
  oneOf: [],
  fields: [
    requiredField('reservationId', 'Reservation ID', 'id', 'Kept exactly as written'),
    requiredField(
      'reservationDate',
      'Reservation date',
      'moment',
      'When the visit takes place; in the account’s time zone unless stated',
    ),
    field('reservationTime', 'Reservation time', 'time', 'Time of day, if the date has none'),
    field('experience', 'Experience', 'text', 'What was booked'),
    field('status', 'Status', 'code', 'Reserved, Checked in, Closed out, Canceled, or No-show', {
      names: 'reservation status, booking status, state',
      codes: RESERVATION_STATUS_CODES,
    }),
    field('channel', 'Channel', 'code', 'How it was booked', { codes: CHANNEL_CODES }),
    requiredField('guests', 'Guests', 'integer', 'Size of the party'),
    field('tradeGuests', 'Trade guests', 'integer', 'Guests from the wine trade, who don’t count as tasters'),
    field('customerId', 'Customer ID', 'id', 'Kept exactly as written', { names: 'customer' }),
    field('teamMember', 'Team member', 'text', 'Who hosted', { names: 'host, employee' }),
    field('orderId', 'Order ID', 'id', 'Order of the visit', { names: 'order' }),
  ],
}
