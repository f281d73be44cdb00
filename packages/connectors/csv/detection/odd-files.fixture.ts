import type { FileKindName } from '../mapping.ts'
import type { FileHead } from './column-profile.ts'
import * as fills from './column-values.fixture.ts'

const { clock, dollars, day, email, money, none, pick, sharedId, small, sku, time, uniqueSku, wine } = fills

export interface OddFile {
  readonly name: string
  /** null: none of the kinds, or a choice of several that only a person can make */
  readonly kind: FileKindName | null
  readonly columns: Readonly<Record<string, fills.Fill>>
}

/** The head of a file with generated rows. */
export const makeFileHead = ({
  columns,
  rows = 40,
}: Pick<OddFile, 'columns'> & { readonly rows?: number }): FileHead => ({
  columns: Object.keys(columns),
  sample: Array.from({ length: rows }, (_, row) => Object.values(columns).map((fill) => fill(row))),
})

/** Values for the columns of platform exports, by column. Others stay empty. */
const PLATFORM_VALUES: Readonly<Record<string, fills.Fill>> = {
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

/** By kind: the name of each file, and its columns with what fills them. */
const FILES: Readonly<Record<FileKindName | 'undecided', string>> = {
  orders: `
    orders by plain names: Order Number = id, Order Date = day, Customer = full, Tax = money, Total = money
    orders with a customer that repeats: CustomerID = sharedCustomer, Customer = full, Email = email, City = text,
      State = state, Zip = id, Order No = id, Order Date = time, Subtotal = money, Tax = money, Shipping = money,
      Total = money
    invoices of a music shop: InvoiceId = id, CustomerId = sharedCustomer, InvoiceDate = time, BillingAddress = text,
      BillingCity = text, BillingState = state, BillingCountry = country, BillingPostalCode = id, Total = money
    Spanish orders: Número de pedido = id, Fecha = dayFirst, Cliente = full, Base imponible = comma, IVA = comma,
      Importe total = comma
    French orders: N° commande = id, Date de commande = dayFirst, Client = full, Total HT = comma, TVA = comma,
      Total TTC = comma
    Italian invoices: Numero fattura = id, Data fattura = dayFirst, Cliente = full, Imponibile = comma, IVA = comma,
      Totale = comma
    German orders: Bestellnummer = id, Bestelldatum = dotted, Kundennummer = id, Nettobetrag = comma, MwSt = comma,
      Versandkosten = comma, Gesamtbetrag = comma
    receipts of a register: Receipt Number = id, Date = monthName, Time = clock, Employee = first, Subtotal = dollars,
      Tax = dollars, Tip = dollars, Total = dollars`,
  order_lines: `
    a retailer: InvoiceNo = sharedId, StockCode = sku, Description = wine, Quantity = small, InvoiceDate = time,
      UnitPrice = money, CustomerID = sharedCustomer, Country = country
    a superstore: Row ID = id, Order ID = sharedId, Order Date = dayFirst, Ship Date = dayFirst, Ship Mode = text,
      Customer ID = sharedCustomer, Customer Name = full, Segment = text, City = text, State = state, Product ID = sku,
      Category = text, Product Name = wine, Sales = money, Quantity = small, Discount = '0.2', Profit = money
    lines of a music shop: InvoiceLineId = id, InvoiceId = sharedId, InvoiceDate = time, Customer Id = sharedCustomer,
      SKU = sku, Item = wine, UnitPrice = money, Quantity = small
    wine lines with customers: Order Number = sharedId, Order Date = day, Customer Number = sharedCustomer,
      First Name = first, Last Name = last, Email = email, SKU = sku, Wine = wine, Qty = small, Price = money,
      Channel = channel
    Spanish lines: Pedido = sharedId, Fecha = dayFirst, Referencia = sku, Producto = wine, Cantidad = small,
      Precio unitario = comma, Importe = comma
    French lines: Commande = sharedId, Date commande = dayFirst, Code produit = sku, Désignation = wine,
      Quantité = small, Prix unitaire = comma
    Italian lines: Ordine = sharedId, Data ordine = dayFirst, Codice articolo = sku, Descrizione = wine,
      Quantità = small, Prezzo = comma
    German lines: Rechnungs-Nr. = sharedId, Rechnungsdatum = dotted, Artikel-Nr. = sku, Bezeichnung = wine,
      Menge = small, Einzelpreis = comma`,
  customers: `
    customers: Customer ID = id, First Name = first, Last Name = last, Email = email, City = text, State = state,
      Zip = id, Phone = phone, Birth Date = day
    customers of a shop: Customer ID = id, First Name = first, Last Name = last, Email = email,
      Accepts Marketing = 'yes'|'no', Total Spent = money, Total Orders = small
    German customers: Kundennummer = id, Vorname = first, Nachname = last, 'E-Mail-Adresse' = email, Ort = text,
      PLZ = id, Geburtsdatum = dotted
    French customers: Code client = id, Prénom = first, Nom de famille = last, Courriel = email, Ville = text,
      Code postal = id`,
  products: `
    products: SKU = uniqueSku, Title = wine, Vendor = text, Vintage = '2021'|'2022', Price = money, Cost = money
    German products: Artikelnummer = uniqueSku, Bezeichnung = wine, Weingut = text, Jahrgang = '2021'|'2022',
      Rebsorte = text, Preis = comma`,
  inventory: `
    stock by location: SKU = uniqueSku, Location = text, On Hand = small, Reserved = small, Allocated = small,
      Available = small
    Italian stock: Codice articolo = uniqueSku, Magazzino = text, Giacenza = small, Disponibile = small`,
  memberships: `
    memberships: Membership ID = id, Club = 'Estate'|'Reserve', Customer ID = sharedCustomer, Signup Date = day,
      Cancel Date = none, Status = 'Active'|'Cancelled'
    Spanish members: Número de socio = id, Nombre del club = text, Fecha de inscripción = dayFirst,
      Fecha de baja = none, Estado = text`,
  reservations: `
    bookings: Booking Number = id, Visit Date = time, Guests = small, Experience = text, Status = 'Reserved'|'No show'
    French bookings: Numéro de réservation = id, Date de visite = time, Personnes = small, Dégustation = text`,
  undecided: `
    only Name, Date and Amount: Name = full, Date = day, Amount = money
    only Date and Amount: Date = day, Amount = money
    only ID and Name: ID = id, Name = full
    letters for names: A = id, B = day, C = money, D = small
    no header: order lines: 6 = small, 536365 = sharedId, 85123A = sku, 2010-12-01 08:26:00 = time, 2.55 = money
    no header: customers: 17 = id, Ana = first, ana@mail.example = email
    numbered columns: Column 1 = id, Column 2 = time, Column 3 = money
    a column for each channel: Order Date = day, Customer = full, Tasting Room = money, Club = money, Web = money,
      Phone = money
    sales of months: Month = 'January'|'February', Sales = money, Orders = small
    staff: Employee Number = id, First Name = first, Last Name = last, Email = email, Hire Date = day, Salary = money
    a bank account: Date = day, Description = text, Debit = money, Credit = money, Balance = money
    a German bank account: Buchungstag = dotted, Verwendungszweck = text, Betrag = comma, Saldo = comma
    purchase orders: PO Number = id, Supplier = text, SKU = sku, Quantity = small, Unit Cost = money, Date = day
    web analytics: Date = day, Sessions = small, Page Views = id, Bounce Rate = '42%'
    parcels: Tracking Number = id, Carrier = text, Order Number = id, Ship Date = day
    grape deliveries: Block = text, Harvest Date = day, Brix = money, Weight = money
    orders whose ids repeat and that name no product: Order ID = sharedId, Order Date = day, Total = money
    customers whose ids repeat: Customer ID = sharedCustomer, Name = full, City = text
    a mailing list: Email = email, Name = full
    a price list without SKUs: Wine = wine, Price = money, Currency = currency
    payments: Payment ID = id, Order ID = id, Date = time, Amount = money, Method = text
    refunds: Refund ID = id, Order ID = id, Order Date = day, Refunded At = day, Amount = money
    shipments: Shipment ID = id, Order ID = id, Ship Date = day, Shipping Cost = money
    carts that were left: Cart ID = id, Created At = time, Email = email, Total = money
    members without a number: Name = full, Email = email, Club = text, Join Date = day
    guests of an event: Ticket ID = id, Name = full, Email = email, Event = text, Date = day`,
}

const findFill = (text: string): fills.Fill => {
  if (text.startsWith("'")) return pick(...text.split('|').map((quoted) => quoted.slice(1, -1)))
  const fill = Object.entries(fills).find(([name]) => name === text)?.[1]
  if (!fill) throw new Error(`Nothing fills a column with ${text}`)
  return fill as fills.Fill
}

const parseFile = (kind: FileKindName | null, text: string): OddFile => {
  const [, name = '', columns = ''] = /^(.*): (.*)$/.exec(text) ?? []
  const filled = columns.split(', ').map((column) => column.split(' = '))
  return {
    name,
    kind,
    columns: Object.fromEntries(filled.map(([title = '', fill = '']) => [title.replaceAll("'", ''), findFill(fill)])),
  }
}

export const ODD_FILES: readonly OddFile[] = Object.entries(FILES).flatMap(([kind, texts]) =>
  texts
    .replaceAll(/,\n +/g, ', ')
    .trim()
    .split(/\n +/)
    .map((text) => parseFile(kind === 'undecided' ? null : (kind as FileKindName), text)),
)
