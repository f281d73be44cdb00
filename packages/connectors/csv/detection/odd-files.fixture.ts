import type { FileKindName } from '../mapping.ts'
import type { FileHead } from './file-head.ts'

/** How a column is filled, by the row's number from 0. */
type Fill = (row: number) => string

const two = (number: number): string => String(number).padStart(2, '0')
const pick =
  (...values: readonly string[]): Fill =>
  (row) =>
    values[row % values.length] ?? ''

export const id: Fill = (row) => String(10_482 + row)
/** three rows share an id */
export const sharedId: Fill = (row) => String(5000 + Math.floor(row / 3))
const sharedCustomer: Fill = (row) => `C-${100 + ((row * 7) % 11)}`
const sku: Fill = pick('22-PN', '21-CH', '85123A', 'TST-EST', '20-CAB-1.5')
const uniqueSku: Fill = (row) => `W${two(row)}-PN`
const wine: Fill = pick('2022 Estate Pinot Noir', 'Reserve Chardonnay', 'Rosé of Syrah')
const small: Fill = (row) => String(1 + (row % 6))
const money: Fill = (row) => `${12 + (row % 40)}.${two((row * 7) % 100)}`
const dollars: Fill = (row) => `$${money(row)}`
const comma: Fill = (row) => money(row).replace('.', ',')
const day: Fill = (row) => `2026-${two(1 + (row % 12))}-${two(1 + (row % 28))}`
const dayFirst: Fill = (row) => `${two(1 + (row % 28))}/${two(1 + (row % 12))}/2026`
const dotted: Fill = (row) => `${two(1 + (row % 28))}.${two(1 + (row % 12))}.2026`
const time: Fill = (row) => `${day(row)} ${two(9 + (row % 9))}:${two((row * 13) % 60)}:00`
const clock: Fill = (row) => `${two(9 + (row % 9))}:${two((row * 13) % 60)}`
const monthName: Fill = (row) => `${two(1 + (row % 28))}-${pick('Jan', 'Feb', 'Mar', 'Apr')(row)}-26`
const email: Fill = (row) => `guest${row}@mail.example`
const first: Fill = pick('Ana', 'Ben', 'Chloé', 'Dieter')
const last: Fill = pick('Pérez', 'Smith', 'Rossi')
const full: Fill = (row) => `${first(row)} ${last(row)}`
const text: Fill = pick('north', 'south', 'east')
const none: Fill = () => ''
const state: Fill = pick('CA', 'OR', 'WA')
const country: Fill = pick('US', 'United States')
const channel: Fill = pick('POS', 'Web', 'Club')
const phone: Fill = (row) => `(707) 555-01${two(row % 100)}`
const currency: Fill = () => 'USD'

export interface OddFile {
  readonly name: string
  /** null: none of the kinds, or a choice of several that only a person can make */
  readonly kind: FileKindName | null
  readonly columns: Readonly<Record<string, Fill>>
  /** default 40 */
  readonly rows?: number
}

/** The head of a file with generated rows. */
export const headOf = ({ columns, rows = 40 }: Pick<OddFile, 'columns' | 'rows'>): FileHead => ({
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
  headOf({ columns: Object.fromEntries(columns.map((column) => [column, PLATFORM_VALUES[column] ?? none])) })

export const ODD_FILES: readonly OddFile[] = [
  // orders
  {
    name: 'orders by plain names',
    kind: 'orders',
    columns: { 'Order Number': id, 'Order Date': day, Customer: full, Tax: money, Total: money },
  },
  {
    name: 'orders with a customer that repeats',
    kind: 'orders',
    columns: {
      CustomerID: sharedCustomer,
      Customer: full,
      Email: email,
      City: text,
      State: state,
      Zip: id,
      'Order No': id,
      'Order Date': time,
      Subtotal: money,
      Tax: money,
      Shipping: money,
      Total: money,
    },
  },
  {
    name: 'invoices of a music shop',
    kind: 'orders',
    columns: {
      InvoiceId: id,
      CustomerId: sharedCustomer,
      InvoiceDate: time,
      BillingAddress: text,
      BillingCity: text,
      BillingState: state,
      BillingCountry: country,
      BillingPostalCode: id,
      Total: money,
    },
  },
  {
    name: 'Spanish orders',
    kind: 'orders',
    columns: {
      'Número de pedido': id,
      Fecha: dayFirst,
      Cliente: full,
      'Base imponible': comma,
      IVA: comma,
      'Importe total': comma,
    },
  },
  {
    name: 'French orders',
    kind: 'orders',
    columns: {
      'N° commande': id,
      'Date de commande': dayFirst,
      Client: full,
      'Total HT': comma,
      TVA: comma,
      'Total TTC': comma,
    },
  },
  {
    name: 'Italian invoices',
    kind: 'orders',
    columns: {
      'Numero fattura': id,
      'Data fattura': dayFirst,
      Cliente: full,
      Imponibile: comma,
      IVA: comma,
      Totale: comma,
    },
  },
  {
    name: 'German orders',
    kind: 'orders',
    columns: {
      Bestellnummer: id,
      Bestelldatum: dotted,
      Kundennummer: id,
      Nettobetrag: comma,
      MwSt: comma,
      Versandkosten: comma,
      Gesamtbetrag: comma,
    },
  },
  {
    name: 'receipts of a register',
    kind: 'orders',
    columns: {
      'Receipt Number': id,
      Date: monthName,
      Time: clock,
      Employee: first,
      Subtotal: dollars,
      Tax: dollars,
      Tip: dollars,
      Total: dollars,
    },
  },
  // lines
  {
    name: 'a retailer',
    kind: 'order_lines',
    columns: {
      InvoiceNo: sharedId,
      StockCode: sku,
      Description: wine,
      Quantity: small,
      InvoiceDate: time,
      UnitPrice: money,
      CustomerID: sharedCustomer,
      Country: country,
    },
  },
  {
    name: 'a superstore',
    kind: 'order_lines',
    columns: {
      'Row ID': id,
      'Order ID': sharedId,
      'Order Date': dayFirst,
      'Ship Date': dayFirst,
      'Ship Mode': text,
      'Customer ID': sharedCustomer,
      'Customer Name': full,
      Segment: text,
      City: text,
      State: state,
      'Product ID': sku,
      Category: text,
      'Product Name': wine,
      Sales: money,
      Quantity: small,
      Discount: () => '0.2',
      Profit: money,
    },
  },
  {
    name: 'lines of a music shop',
    kind: 'order_lines',
    columns: {
      InvoiceLineId: id,
      InvoiceId: sharedId,
      InvoiceDate: time,
      'Customer Id': sharedCustomer,
      SKU: sku,
      Item: wine,
      UnitPrice: money,
      Quantity: small,
    },
  },
  {
    name: 'wine lines with customers',
    kind: 'order_lines',
    columns: {
      'Order Number': sharedId,
      'Order Date': day,
      'Customer Number': sharedCustomer,
      'First Name': first,
      'Last Name': last,
      Email: email,
      SKU: sku,
      Wine: wine,
      Qty: small,
      Price: money,
      Channel: channel,
    },
  },
  {
    name: 'Spanish lines',
    kind: 'order_lines',
    columns: {
      Pedido: sharedId,
      Fecha: dayFirst,
      Referencia: sku,
      Producto: wine,
      Cantidad: small,
      'Precio unitario': comma,
      Importe: comma,
    },
  },
  {
    name: 'French lines',
    kind: 'order_lines',
    columns: {
      Commande: sharedId,
      'Date commande': dayFirst,
      'Code produit': sku,
      Désignation: wine,
      Quantité: small,
      'Prix unitaire': comma,
    },
  },
  {
    name: 'Italian lines',
    kind: 'order_lines',
    columns: {
      Ordine: sharedId,
      'Data ordine': dayFirst,
      'Codice articolo': sku,
      Descrizione: wine,
      Quantità: small,
      Prezzo: comma,
    },
  },
  {
    name: 'German lines',
    kind: 'order_lines',
    columns: {
      'Rechnungs-Nr.': sharedId,
      Rechnungsdatum: dotted,
      'Artikel-Nr.': sku,
      Bezeichnung: wine,
      Menge: small,
      Einzelpreis: comma,
    },
  },
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
