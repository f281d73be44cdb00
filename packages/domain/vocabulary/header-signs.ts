/** Column names that say something of a file or of the values below them, and that no field has; each list separated by commas. */

/** Names that files of every kind use, so that they say less. */
export const GENERIC_NAMES = `id, no, nr, number, code, codigo, codice, reference, referencia, name, nombre, nom, nome, title, description, date, fecha, data,
  datum, type, status, estado, amount, value, source`

/** Columns that no field takes and that nevertheless say what a row is. */
export const HINT_NAMES = {
  customers: `phone, telephone, phone number, mobile, address, address 1, address 2, street, company, accepts marketing, telefono, direccion,
  telephone, adresse, indirizzo, telefon, strasse, total spent, total orders, orders count, lifetime value, last order date`,
  products:
    'upc, ean, barcode, gtin, weight, alcohol, abv, appellation, region name, grapes, wine id, handle, image, image src, bottle size',
  order_lines: 'row id, line total, extended price, unit cost',
} as const

/** Of files that can’t be imported: staff, suppliers, banks, web analytics, campaigns, vineyards. */
export const OTHER_FILE_NAMES = `salary, hire date, job title, employee number, hourly rate, hours worked, clock in, clock out, supplier, supplier id,
  supplier name, purchase order, po number, received date, iban, bic, account number, account balance, balance, running balance,
  debit, credit, opening balance, closing balance, check number, payee, saldo, soll, haben, buchungstext, verwendungszweck, solde,
  page views, sessions, bounce rate, impressions, clicks, ctr, campaign, opens, open rate, unsubscribes, temperature, humidity,
  block, rootstock, brix, harvest date, tank`

/** What other files have first, and files of orders further on: payments, refunds, parcels, carts. */
export const OTHER_ROW_NAMES = `payment id, payment number, payout id, refund id, refund number, refunded at, refund date, shipment id, shipment number,
  tracking number, carrier, cart id, checkout id, quote number, estimate number, bill number, gift card number, gift card code,
  ticket id, attendee id, coupon code, allocation id, return id, due date`

/** Names that say only that a column has a status or a type: its values tell of what. */
export const STATUS_NAMES =
  'order status, sale status, transaction status, status, state, estado, statut, stato, zustand'
export const TYPE_NAMES = 'transaction type, sale type, document type, doc type, record type, type, tipo, typ'
export const CANCELED_NAMES = `cancelled at, canceled at, cancelled on, canceled on, date cancelled, date canceled, cancelled date, canceled date, voided at,
  voided, void, is void, is voided, cancelled, canceled, is cancelled, is canceled, test order, is test, test`

/** Names in two columns, whoever’s they are. */
export const FIRST_NAMES = 'first name, first, given name, vorname, prenom'
export const LAST_NAMES = 'last name, last, surname, family name, nachname, apellido, apellidos, cognome'
export const OF_WHOM = ', bill, billing, bill to, customer, guest, ship, shipping'
