import { productNamed, type SeedProduct, type SeedVariant } from './winery-catalog.fixture.ts'
import type { SeedCustomer } from './winery-people.fixture.ts'

export interface SeedLine {
  readonly sku: string
  readonly quantity: number
  /** percent */
  readonly discount: number
  readonly id: string
}

/** Order details as the platform writes them, with our canonical code. */
export interface Circumstances {
  readonly channel: readonly [raw: string, code: string]
  readonly purchase: readonly [raw: string, code: string]
  readonly payment: readonly [raw: string | null, code: string]
  readonly fulfillment: readonly [raw: string, code: string]
  readonly delivery: readonly [raw: string | null, code: string]
}

export interface SeedOrder extends Circumstances {
  readonly id: string
  readonly number: number
  readonly at: number
  readonly customer: SeedCustomer | null
  readonly associate: string | null
  readonly lines: readonly SeedLine[]
  readonly release: {
    readonly id: string
    readonly title: string
    readonly clubId: string
    readonly clubTitle: string
  } | null
  readonly vendor: string | null
  /** of the refunded order; platforms differ in how they write refund amounts */
  readonly refundOf: {
    readonly id: string
    readonly negative: 'quantity' | 'price' | 'neither'
    readonly link: 'previous' | 'linked'
  } | null
  /** cents */
  readonly shipping: number
  readonly tax: number
  readonly tip: number
  readonly deposit: number
}

export interface PricedLine {
  readonly line: SeedLine
  readonly product: SeedProduct
  readonly variant: SeedVariant
  /** cents per unit after discount */
  readonly price: number
}

export const pricedLine = (line: SeedLine): PricedLine => {
  const product = productNamed(line.sku)
  const variant = product.variants.find(({ sku }) => sku === line.sku) ?? product.variants[0]
  return { line, product, variant, price: Math.round((variant.price * (100 - line.discount)) / 100) }
}
