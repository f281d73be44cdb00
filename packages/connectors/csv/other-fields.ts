import {
  CHANNEL_CODES,
  DELIVERY_METHOD_CODES,
  ITEM_KIND_CODES,
  MEMBERSHIP_STATUS_CODES,
  RESERVATION_STATUS_CODES,
} from './codes.ts'
import { type FileKind, field, requiredField } from './target-field.ts'

export const CUSTOMERS: FileKind = {
  label: 'Customers',
  oneOf: [],
  fields: [
    requiredField('customerId', 'Customer ID', 'id', 'Kept exactly as written', { names: 'id, customer number' }),
    field('name', 'Name', 'text', 'Full name', { names: 'customer name, full name' }),
    field('firstName', 'First name', 'text', 'Joined with the last name'),
    field('lastName', 'Last name', 'text', 'Joined with the first name', { names: 'surname' }),
    field('email', 'Email', 'text', 'Email address', { names: 'e-mail, customer email' }),
    field('city', 'City', 'text', 'City', { names: 'town' }),
    field('state', 'State', 'text', 'State or province', { names: 'province, state code' }),
    field('country', 'Country', 'text', 'Country name or code', { names: 'country code' }),
    field('postalCode', 'Postal code', 'text', 'Postal code', { names: 'zip, zip code, postcode' }),
    field('customerGroup', 'Customer group', 'text', 'Segment, tier, or type of the customer', {
      names: `group, segment, customer segment, tier, customer tier, loyalty tier, customer type, customer category,
        customer class, client type`,
    }),
    field('birthDate', 'Birth date', 'day', 'Day of birth', {
      names: 'birthday, date of birth',
      isPast: true,
    }),
    field('customerSince', 'Customer since', 'moment', 'First contact', { names: 'created at, created, since' }),
    field('lifetimeValueSeed', 'Earlier sales', 'money', 'Sales from before the imported orders', {
      names: 'lifetime value seed',
    }),
    field('currency', 'Currency', 'currency', 'Three letters; if blank, the account’s currency'),
  ],
}

export const PRODUCTS: FileKind = {
  label: 'Products',
  oneOf: [],
  fields: [
    requiredField('sku', 'SKU', 'id', 'Kept exactly as written', { names: 'stock code, product code, item code' }),
    requiredField('productTitle', 'Product title', 'text', 'Name of the product', {
      names: 'title, name, product, product name, description',
    }),
    field('category', 'Category', 'text', 'Product category', { names: 'department' }),
    field('brand', 'Brand', 'text', 'Brand or winery', { names: 'vendor' }),
    field('vintage', 'Vintage', 'text', 'Year of the wine'),
    field('varietal', 'Varietal', 'text', 'Grape variety', { names: 'grape' }),
    field('itemKind', 'Item kind', 'code', 'Wine, Tasting, Merch, Food, Gift card …; if blank, wine', {
      names: 'type, item type, product type',
      codes: ITEM_KIND_CODES,
    }),
    field('price', 'Price', 'money', 'List price', { names: 'unit price' }),
    field('cost', 'Cost', 'money', 'Cost of one unit', {
      names: 'unit cost, cost of good, cost of goods, cogs, cost per item, cost per unit, cost price, wholesale cost',
    }),
    field('currency', 'Currency', 'currency', 'Three letters; if blank, the account’s currency'),
  ],
}

export const INVENTORY: FileKind = {
  label: 'Inventory',
  oneOf: [],
  fields: [
    requiredField('sku', 'SKU', 'id', 'Kept exactly as written', { names: 'stock code, product code, item code' }),
    field('productTitle', 'Product title', 'text', 'Name of the product', { names: 'title, product, product name' }),
    field('location', 'Location', 'text', 'Where the stock is', {
      names: 'inventory location, pool, warehouse, inventory pool',
    }),
    requiredField('onHand', 'On hand', 'number', 'Units in stock', {
      names: 'quantity, qty, current inventory, stock, quantity on hand',
    }),
    field('reserved', 'Reserved', 'number', 'Units reserved', { names: 'reserve count' }),
    field('allocated', 'Allocated', 'number', 'Units allocated', { names: 'allocated count' }),
    field('available', 'Available', 'number', 'If blank, on hand minus reserved and allocated', {
      names: 'available for sale, available for sale count',
    }),
  ],
}

export const MEMBERSHIPS: FileKind = {
  label: 'Club memberships',
  oneOf: [],
  fields: [
    requiredField('membershipId', 'Membership ID', 'id', 'Kept exactly as written', {
      names: 'club membership id, id',
    }),
    requiredField('clubName', 'Club', 'text', 'Name of the club', { names: 'club, club title' }),
    field('customerId', 'Customer ID', 'id', 'Kept exactly as written', { names: 'customer, customer number' }),
    field('customerName', 'Customer name', 'text', 'Full name', { names: 'name' }),
    field('status', 'Status', 'code', 'Active, On hold, or Canceled; if blank, based on the cancellation date', {
      names: 'membership status',
      codes: MEMBERSHIP_STATUS_CODES,
    }),
    requiredField('signupDate', 'Signup date', 'moment', 'When the membership began', {
      names: 'signup, sign up date, joined, start date, member since',
    }),
    field('cancelledDate', 'Cancelled date', 'moment', 'When it ended', {
      names: 'cancel date, canceled date, cancellation date, end date',
    }),
    field('cancellationReason', 'Cancellation reason', 'text', 'Why it ended', { names: 'cancel reason' }),
    field('acquisitionChannel', 'Signup channel', 'text', 'Where the member signed up', {
      names: 'acquisition channel',
    }),
    field('teamMember', 'Team member', 'text', 'Who signed up the member', { names: 'sales associate, employee' }),
    field('deliveryMethod', 'Delivery method', 'code', 'Pickup or Ship', {
      names: 'order delivery method',
      codes: DELIVERY_METHOD_CODES,
    }),
  ],
}

export const RESERVATIONS: FileKind = {
  label: 'Reservations',
  oneOf: [],
  fields: [
    requiredField('reservationId', 'Reservation ID', 'id', 'Kept exactly as written', {
      names: 'id, reservation number, booking id, confirmation number',
    }),
    requiredField(
      'reservationDate',
      'Reservation date',
      'moment',
      'When the visit takes place; in the account’s time zone unless stated',
      { names: 'date, reserved for, visit date' },
    ),
    field('reservationTime', 'Reservation time', 'time', 'Time of day, if the date has none', {
      names: 'time, start time, arrival time, hora, heure, ora, uhrzeit',
    }),
    field('experience', 'Experience', 'text', 'What was booked', { names: 'experience type, reservation type' }),
    field('status', 'Status', 'code', 'Reserved, Checked in, Closed out, Canceled, or No show', {
      names: 'reservation status, booking status, state',
      codes: RESERVATION_STATUS_CODES,
    }),
    field('channel', 'Channel', 'code', 'How it was booked', { codes: CHANNEL_CODES }),
    requiredField('guests', 'Guests', 'integer', 'Size of the party', { names: 'guest count, party size, covers' }),
    field('tradeGuests', 'Trade guests', 'integer', 'Guests from the wine trade, who don’t count as tasters'),
    field('customerId', 'Customer ID', 'id', 'Kept exactly as written', { names: 'customer' }),
    field('teamMember', 'Team member', 'text', 'Who hosted', { names: 'host, employee' }),
    field('orderId', 'Order ID', 'id', 'Order of the visit', { names: 'order' }),
  ],
}
