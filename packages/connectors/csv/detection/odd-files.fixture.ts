import type { FileHead } from './column-profile.ts'
import {
  clock,
  comma,
  currency,
  day,
  dayFirst,
  dollars,
  dotted,
  email,
  type Fill,
  first,
  full,
  id,
  last,
  money,
  none,
  phone,
  pick,
  sharedCustomer,
  sharedId,
  sku,
  small,
  state,
  text,
  time,
  uniqueSku,
  wine,
} from './column-values.fixture.ts'
import type { OddFile } from './odd-file.fixture.ts'
import { ODD_SALES_FILES } from './odd-sales-files.fixture.ts'

/** The head of a file with generated rows. */
export const makeFileHead = ({ columns, rows = 40 }: Pick<OddFile, 'columns' | 'rows'>): FileHead => ({
  columns: Object.keys(columns),
  sample: Array.from({ length: rows }, (_, row) => Object.values(columns).map((fill) => fill(row))),
})

/** Values for the columns of platform exports, by column. Others stay empty. */
const PLATFORM_VALUES: Readonly<Record<string, Fill>> = {
  Name: (row) => `#${sharedId(row)}`,
  Email: email,
  'Financial Status': pick('paid', 'refunded'),
  'Created at': (row) => `${time(row)} -0800`,
  'Created At': time,
  'Lineitem quantity': small,
  'Lineitem name': wine,
  'Lineitem price': money,
  'Lineitem sku': sku,
  Total: money,
  Date: day,
  Time: clock,
  Item: wine,
  Qty: small,
  SKU: uniqueSku,
  'Gross Sales': dollars,
  'Net Sales': dollars,
  Discounts: () => '$0.00',
  Tax: dollars,
  'Event Type': pick('Payment', 'Refund'),
  'Payment ID': (row) => `p${row}`,
  'Transaction ID': (row) => `t${row}`,
  'Total Collected': dollars,
  Fees: dollars,
  Title: wine,
  'Web Status': pick('Available', 'Retired'),
  'Admin Status': pick('Available'),
  Department: pick('Wine', 'Merchandise'),
  'Variant Title': pick('750ml'),
  Price: money,
}

/** A platform's export with values in the columns that matter. */
export const platformHead = (columns: readonly string[]): FileHead =>
  makeFileHead({ columns: Object.fromEntries(columns.map((column) => [column, PLATFORM_VALUES[column] ?? none])) })

export const ODD_FILES: readonly OddFile[] = [
  ...ODD_SALES_FILES,
  // customers
  {
    name: 'customers',
    kind: 'customers',
    columns: {
      'Customer ID': id,
      'First Name': first,
      'Last Name': last,
      Email: email,
      City: text,
      State: state,
      Zip: id,
      Phone: phone,
      'Birth Date': day,
    },
  },
  {
    name: 'customers of a shop',
    kind: 'customers',
    columns: {
      'Customer ID': id,
      'First Name': first,
      'Last Name': last,
      Email: email,
      'Accepts Marketing': pick('yes', 'no'),
      'Total Spent': money,
      'Total Orders': small,
    },
  },
  {
    name: 'German customers',
    kind: 'customers',
    columns: {
      Kundennummer: id,
      Vorname: first,
      Nachname: last,
      'E-Mail-Adresse': email,
      Ort: text,
      PLZ: id,
      Geburtsdatum: dotted,
    },
  },
  {
    name: 'French customers',
    kind: 'customers',
    columns: {
      'Code client': id,
      Prénom: first,
      'Nom de famille': last,
      Courriel: email,
      Ville: text,
      'Code postal': id,
    },
  },
  // products and inventory
  {
    name: 'products',
    kind: 'products',
    columns: { SKU: uniqueSku, Title: wine, Vendor: text, Vintage: pick('2021', '2022'), Price: money, Cost: money },
  },
  {
    name: 'German products',
    kind: 'products',
    columns: {
      Artikelnummer: uniqueSku,
      Bezeichnung: wine,
      Weingut: text,
      Jahrgang: pick('2021', '2022'),
      Rebsorte: text,
      Preis: comma,
    },
  },
  {
    name: 'stock by location',
    kind: 'inventory',
    columns: { SKU: uniqueSku, Location: text, 'On Hand': small, Reserved: small, Allocated: small, Available: small },
  },
  {
    name: 'Italian stock',
    kind: 'inventory',
    columns: { 'Codice articolo': uniqueSku, Magazzino: text, Giacenza: small, Disponibile: small },
  },
  // clubs and visits
  {
    name: 'memberships',
    kind: 'memberships',
    columns: {
      'Membership ID': id,
      Club: pick('Estate', 'Reserve'),
      'Customer ID': sharedCustomer,
      'Signup Date': day,
      'Cancel Date': none,
      Status: pick('Active', 'Cancelled'),
    },
  },
  {
    name: 'Spanish members',
    kind: 'memberships',
    columns: {
      'Número de socio': id,
      'Nombre del club': text,
      'Fecha de inscripción': dayFirst,
      'Fecha de baja': none,
      Estado: text,
    },
  },
  {
    name: 'bookings',
    kind: 'reservations',
    columns: {
      'Booking Number': id,
      'Visit Date': time,
      Guests: small,
      Experience: text,
      Status: pick('Reserved', 'No show'),
    },
  },
  {
    name: 'French bookings',
    kind: 'reservations',
    columns: { 'Numéro de réservation': id, 'Date de visite': time, Personnes: small, Dégustation: text },
  },
  // only a person can say
  { name: 'only Name, Date and Amount', kind: null, columns: { Name: full, Date: day, Amount: money } },
  { name: 'only Date and Amount', kind: null, columns: { Date: day, Amount: money } },
  { name: 'only ID and Name', kind: null, columns: { ID: id, Name: full } },
  { name: 'letters for names', kind: null, columns: { A: id, B: day, C: money, D: small } },
  {
    name: 'no header: order lines',
    kind: null,
    columns: { '536365': sharedId, '85123A': sku, '6': small, '2010-12-01 08:26:00': time, '2.55': money },
  },
  { name: 'no header: customers', kind: null, columns: { '17': id, Ana: first, 'ana@mail.example': email } },
  { name: 'numbered columns', kind: null, columns: { 'Column 1': id, 'Column 2': time, 'Column 3': money } },
  {
    name: 'a column for each channel',
    kind: null,
    columns: { 'Order Date': day, Customer: full, 'Tasting Room': money, Club: money, Web: money, Phone: money },
  },
  { name: 'sales of months', kind: null, columns: { Month: pick('January', 'February'), Sales: money, Orders: small } },
  {
    name: 'staff',
    kind: null,
    columns: {
      'Employee Number': id,
      'First Name': first,
      'Last Name': last,
      Email: email,
      'Hire Date': day,
      Salary: money,
    },
  },
  {
    name: 'a bank account',
    kind: null,
    columns: { Date: day, Description: text, Debit: money, Credit: money, Balance: money },
  },
  {
    name: 'a German bank account',
    kind: null,
    columns: { Buchungstag: dotted, Verwendungszweck: text, Betrag: comma, Saldo: comma },
  },
  {
    name: 'purchase orders',
    kind: null,
    columns: { 'PO Number': id, Supplier: text, SKU: sku, Quantity: small, 'Unit Cost': money, Date: day },
  },
  {
    name: 'web analytics',
    kind: null,
    columns: { Date: day, Sessions: small, 'Page Views': id, 'Bounce Rate': () => '42%' },
  },
  {
    name: 'parcels',
    kind: null,
    columns: { 'Tracking Number': id, Carrier: text, 'Order Number': id, 'Ship Date': day },
  },
  { name: 'grape deliveries', kind: null, columns: { Block: text, 'Harvest Date': day, Brix: money, Weight: money } },
  {
    name: 'orders whose ids repeat and that name no product',
    kind: null,
    columns: { 'Order ID': sharedId, 'Order Date': day, Total: money },
  },
  {
    name: 'customers whose ids repeat',
    kind: null,
    columns: { 'Customer ID': sharedCustomer, Name: full, City: text },
  },
  { name: 'a mailing list', kind: null, columns: { Email: email, Name: full } },
  { name: 'a price list without SKUs', kind: null, columns: { Wine: wine, Price: money, Currency: currency } },
  {
    name: 'payments',
    kind: null,
    columns: { 'Payment ID': id, 'Order ID': id, Date: time, Amount: money, Method: text },
  },
  {
    name: 'refunds',
    kind: null,
    columns: { 'Refund ID': id, 'Order ID': id, 'Order Date': day, 'Refunded At': day, Amount: money },
  },
  {
    name: 'shipments',
    kind: null,
    columns: { 'Shipment ID': id, 'Order ID': id, 'Ship Date': day, 'Shipping Cost': money },
  },
  {
    name: 'carts that were left',
    kind: null,
    columns: { 'Cart ID': id, 'Created At': time, Email: email, Total: money },
  },
  { name: 'members without a number', kind: null, columns: { Name: full, Email: email, Club: text, 'Join Date': day } },
  {
    name: 'guests of an event',
    kind: null,
    columns: { 'Ticket ID': id, Name: full, Email: email, Event: text, Date: day },
  },
]
