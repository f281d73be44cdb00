import type { CanonicalRow } from '../kit/connector.ts'
import { PRODUCT_192 } from './documented-records.fixture.ts'

export interface FakeVariant {
  readonly id: number
  readonly sku: string
  readonly option: string | null
  /** cents */
  price: number
}

export interface FakeProduct {
  readonly id: number
  readonly name: string
  readonly type: 'physical' | 'digital'
  readonly categories: readonly number[]
  readonly brand: number | null
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  /** cents; 0: not entered */
  readonly cost: number
  readonly variants: readonly FakeVariant[]
  /** what Cuvee must make of it */
  readonly known: {
    readonly kind: 'wine' | 'merch' | 'tasting' | 'food' | 'event'
    readonly category: string | null
    readonly vintage: string | null
    readonly varietal: string | null
  }
  modified: number
}

export const BRANDS: readonly (readonly [number, string])[] = [
  [35, 'Larkmoor'],
  [36, 'Larkmoor Reserve'],
]

export const CATEGORIES: readonly (readonly [number, string])[] = [
  [18, 'New arrivals'],
  [19, 'Red Wines'],
  [20, 'White Wines'],
  [21, 'Apparel'],
  [22, 'Experiences'],
  [23, 'Events'],
]

const variant = (id: number, sku: string, price: number, option: string | null = null): FakeVariant => ({
  id,
  sku,
  price,
  option,
})

/** Seven products; the first has two sizes. */
export const createProducts = (modified: number): FakeProduct[] => [
  {
    id: 101,
    name: '2021 Estate Pinot Noir',
    type: 'physical',
    categories: [18, 19],
    brand: 35,
    fields: [],
    cost: 1150,
    variants: [variant(501, 'PN21', 4200, '750 ml'), variant(502, 'PN21-MAG', 9800, 'Magnum')],
    known: { kind: 'wine', category: 'Red Wines', vintage: '2021', varietal: null },
    modified,
  },
  {
    id: 102,
    name: 'Old Vine Chardonnay',
    type: 'physical',
    categories: [20],
    brand: 36,
    fields: [
      { name: 'Vintage', value: '2022' },
      { name: 'Varietal', value: 'Chardonnay' },
    ],
    cost: 900,
    variants: [variant(503, 'CH22', 3350)],
    known: { kind: 'wine', category: 'White Wines', vintage: '2022', varietal: 'Chardonnay' },
    modified,
  },
  {
    id: 103,
    name: 'Rosé <"Été"> & Friends 2023',
    type: 'physical',
    categories: [],
    brand: null,
    fields: [],
    cost: 0,
    variants: [variant(504, 'ROSE', 2499)],
    known: { kind: 'wine', category: null, vintage: '2023', varietal: null },
    modified,
  },
  {
    id: 104,
    name: 'Canvas Cap',
    type: 'physical',
    categories: [21],
    brand: null,
    fields: [],
    cost: 700,
    variants: [variant(505, 'CAP', 2800)],
    known: { kind: 'merch', category: 'Apparel', vintage: null, varietal: null },
    modified,
  },
  {
    id: 105,
    name: 'Cellar Tasting for Two',
    type: 'digital',
    categories: [22],
    brand: null,
    fields: [],
    cost: 0,
    variants: [variant(506, 'TASTE2', 7000)],
    known: { kind: 'tasting', category: 'Experiences', vintage: null, varietal: null },
    modified,
  },
  {
    id: 106,
    name: 'Olive Oil',
    type: 'physical',
    categories: [],
    brand: 35,
    fields: [],
    cost: 650,
    variants: [variant(507, 'OIL', 2200)],
    known: { kind: 'food', category: null, vintage: null, varietal: null },
    modified,
  },
  {
    id: 107,
    name: 'Harvest Supper',
    type: 'digital',
    categories: [23],
    brand: null,
    fields: [],
    cost: 0,
    variants: [variant(508, 'SUPPER', 12_500)],
    known: { kind: 'event', category: 'Events', vintage: null, varietal: null },
    modified,
  },
]

export const brandName = (id: number | null): string | null => BRANDS.find(([brand]) => brand === id)?.[1] ?? null

export const formatTitle = ({ name }: FakeProduct, { option }: FakeVariant): string =>
  option === null ? name : `${name} - ${option}`

const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', '+00:00')

/** https://developer.bigcommerce.com/docs/rest-catalog/products#get-all-products with `include=variants,custom_fields` */
export const productJson = (product: FakeProduct) => ({
  ...PRODUCT_192,
  id: product.id,
  name: product.name,
  type: product.type,
  sku: product.variants.length === 1 ? product.variants[0]?.sku : '',
  price: (product.variants[0]?.price ?? 0) / 100,
  cost_price: product.cost / 100,
  categories: product.categories,
  brand_id: product.brand ?? 0,
  inventory_tracking: product.variants.length > 1 ? 'variant' : 'product',
  date_modified: iso(product.modified),
  custom_fields: product.fields.map((field, index) => ({ id: index + 1, ...field })),
  variants: product.variants.map(({ id, sku, option, price }) => ({
    ...PRODUCT_192.variants[0],
    id,
    product_id: product.id,
    sku,
    sku_id: option === null ? null : id - 100,
    // A price of its own, or the product's.
    price: option === null ? null : price / 100,
    calculated_price: price / 100,
    cost_price: null,
    option_values:
      option === null ? [] : [{ id: id - 300, label: option, option_id: 220, option_display_name: 'Size' }],
  })),
})

export const productRows = (product: FakeProduct): CanonicalRow[] =>
  product.variants.map((one) => ({
    table: 'products',
    row: {
      source_id: String(one.id),
      source_updated: product.modified,
      time_basis: 'utc',
      sku: one.sku,
      title: formatTitle(product, one),
      category: product.known.category,
      brand: brandName(product.brand),
      vintage: product.known.vintage,
      varietal: product.known.varietal,
      item_kind: product.known.kind,
      price: one.price,
      cost: product.cost || null,
      currency: 'USD',
    },
  }))

export interface FakeStock {
  readonly product: FakeProduct
  readonly variant: FakeVariant
  /** on hand at the store and in the warehouse */
  readonly onHand: [number, number]
}

const LOCATIONS = [
  { id: 1, code: 'BC-LOCATION-1', name: 'Default location', safety: 0 },
  { id: 2, code: 'WAREHOUSE', name: 'Warehouse', safety: 6 },
] as const

/** https://developer.bigcommerce.com/docs/rest-management/inventory/items#get-inventory-at-locations */
export const stockJson = ({ product, variant: { id, sku }, onHand }: FakeStock) => ({
  identity: { sku, variant_id: id, product_id: product.id, sku_id: null },
  locations: LOCATIONS.map(({ id: location_id, code, name, safety }, index) => ({
    location_id,
    location_code: code,
    location_name: name,
    available_to_sell: (onHand[index] ?? 0) - safety,
    total_inventory_onhand: onHand[index] ?? 0,
    location_enabled: true,
    settings: { safety_stock: safety, is_in_stock: true, warning_level: 1, bin_picking_number: '' },
  })),
})

export const stockRows = ({ product, variant: one, onHand }: FakeStock): CanonicalRow[] =>
  LOCATIONS.map(({ id, name, safety }, index) => ({
    table: 'inventory',
    row: {
      source_id: `${one.id}@${id}`,
      source_updated: null,
      time_basis: 'utc',
      sku: one.sku,
      product_title: formatTitle(product, one),
      location: name,
      on_hand: onHand[index] ?? 0,
      reserved: null,
      allocated: null,
      available: (onHand[index] ?? 0) - safety,
    },
  }))
