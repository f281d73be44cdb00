import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sharedData } from './shared-data.ts'

// UCI "Online Retail", CC BY 4.0.
export const ONLINE_RETAIL_FILE = sharedData('online_retail.csv.gz')

export const hasOnlineRetail = existsSync(ONLINE_RETAIL_FILE)

/** Columns of the file by field. */
const ONLINE_RETAIL_MAPPING = {
  orderId: 'InvoiceNo',
  sku: 'StockCode',
  productTitle: 'Description',
  quantity: 'Quantity',
  orderDate: 'InvoiceDate',
  unitPrice: 'UnitPrice',
  customerId: 'CustomerID',
  country: 'Country',
}

/** Fields of an upload of the file. */
export const ONLINE_RETAIL_SETTINGS = {
  kind: 'order_lines',
  mapping: JSON.stringify(ONLINE_RETAIL_MAPPING),
  refundIdPrefix: 'C',
}

/** The file as it is uploaded. */
export const onlineRetailGzip = (): Buffer => readFileSync(ONLINE_RETAIL_FILE)

/** The file as text, with a header. */
export const onlineRetailText = (): string => gunzipSync(onlineRetailGzip()).toString('utf8')

/** `quantity × price` in whole pennies, half away from zero. Prices have three decimals, so tenths of pennies are whole. */
export const parsePennies = ({ Quantity = '', UnitPrice = '' }: Readonly<Record<string, string>>): number => {
  const tenths = Number(Quantity) * Math.round(Number(UnitPrice) * 1000)
  return Math.sign(tenths) * Math.round(Math.abs(tenths) / 10)
}
