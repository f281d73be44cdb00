import type { ItemKind } from '#domain/commerce.ts'
import { CLUB, DEPARTMENT, INVENTORY, PRODUCT, VARIANT, VENDOR } from './documented-records.fixture.ts'
import type { Made } from './winery-store.fixture.ts'

export interface SeedVariant {
  readonly id: string
  readonly sku: string
  readonly title: string
  /** cents */
  readonly price: number
  /** cents; null: the app has no permission to see it */
  readonly cost: number | null
}

export interface SeedProduct {
  readonly id: string
  readonly title: string
  readonly type: string
  readonly taxType: string
  readonly kind: ItemKind
  readonly department: string
  readonly vendor: string | null
  readonly wine: { readonly varietal: string; readonly vintage: number } | null
  readonly variants: readonly [SeedVariant, ...SeedVariant[]]
  /** for a bundle: its items and their quantities; all have the same value by list price */
  readonly holds: readonly { readonly sku: string; readonly quantity: number }[]
}

interface PlainProduct {
  readonly sku: string
  readonly title: string
  readonly type: string
  readonly taxType?: string
  readonly kind: ItemKind
  readonly price: number
  readonly cost?: number | null
  readonly wine?: SeedProduct['wine']
  readonly holds?: SeedProduct['holds']
  readonly magnum?: number
}

const productOf = ({ sku, title, type, kind, price, ...rest }: PlainProduct): SeedProduct => {
  const variant = { id: `var-${sku}`, sku, title: '750ml', price, cost: rest.cost ?? null }
  const magnum = rest.magnum
    ? [{ id: `var-${sku}-M`, sku: `${sku}-M`, title: '1.5L', price: rest.magnum, cost: null }]
    : []
  return {
    id: `prd-${sku}`,
    title,
    type,
    kind,
    taxType: rest.taxType ?? (type === 'Wine' ? 'Wine' : 'General Merchandise'),
    department: kind === 'wine' ? 'Wine' : 'Tasting room',
    vendor: kind === 'wine' ? 'Estate' : null,
    wine: rest.wine ?? null,
    variants: [variant, ...magnum],
    holds: rest.holds ?? [],
  }
}

const pinot = { varietal: 'Pinot Noir', vintage: 2022 }

export const SEED_PRODUCTS: readonly SeedProduct[] = [
  productOf({
    sku: '22-PN',
    title: '2022 Pinot Noir',
    type: 'Wine',
    kind: 'wine',
    price: 5000,
    cost: 1100,
    wine: pinot,
  }),
  productOf({
    sku: '23-CH',
    title: '2023 Chardonnay',
    type: 'Wine',
    kind: 'wine',
    price: 2500,
    wine: { varietal: 'Chardonnay', vintage: 2023 },
    magnum: 6000,
  }),
  productOf({
    sku: 'TST-EST',
    title: 'Estate Flight',
    type: 'Tasting',
    taxType: 'Not Taxable',
    kind: 'tasting',
    price: 2300,
  }),
  productOf({ sku: 'GLASS', title: 'Glass', type: 'General Merchandise', kind: 'merch', price: 1200, cost: 400 }),
  productOf({
    sku: 'CHEESE',
    title: 'Cheese board',
    type: 'General Merchandise',
    taxType: 'Prepared Food',
    kind: 'food',
    price: 1850,
  }),
  productOf({
    sku: 'GIFT',
    title: 'Gift card',
    type: 'Gift Card',
    taxType: 'Not Taxable',
    kind: 'gift_card',
    price: 10_000,
  }),
  productOf({ sku: 'DINNER', title: 'Harvest dinner', type: 'Event Ticket', kind: 'event', price: 12_500 }),
  productOf({ sku: 'REBATE', title: 'Rebate', type: 'Rebate', kind: 'other', price: 100 }),
  productOf({
    sku: 'DUO',
    title: 'Duo',
    type: 'Bundle',
    taxType: 'Wine',
    kind: 'wine',
    price: 9000,
    holds: [
      { sku: '22-PN', quantity: 1 },
      { sku: '23-CH', quantity: 2 },
    ],
  }),
]

const titled = (sample: object, prefix: string, titles: readonly (string | null)[]): object[] =>
  [...new Set(titles)].flatMap((title) => (title === null ? [] : [{ ...sample, id: `${prefix}-${title}`, title }]))

/** Departments and vendors, which products name by ID, by path. */
export const SEED_TITLES = new Map([
  [
    '/v1/department',
    {
      key: 'departments',
      records: titled(
        DEPARTMENT,
        'dep',
        SEED_PRODUCTS.map(({ department }) => department),
      ),
    },
  ],
  [
    '/v1/vendor',
    {
      key: 'vendors',
      records: titled(
        VENDOR,
        'ven',
        SEED_PRODUCTS.map(({ vendor }) => vendor),
      ),
    },
  ],
])

export const productNamed = (sku: string): SeedProduct => {
  const found = SEED_PRODUCTS.find(({ variants }) => variants.some((variant) => variant.sku === sku))
  if (!found) throw new Error(`There is no product ${sku}`)
  return found
}

const { costOfGood: _, ...WITHOUT_COST } = VARIANT

const wireVariant = ({ cost, ...variant }: SeedVariant, taxType: string): object => ({
  ...WITHOUT_COST,
  ...variant,
  ...(cost === null ? {} : { costOfGood: cost }),
  taxType,
})

export const makeProduct = (product: SeedProduct, updated: number): Made => {
  const { id, title, type, kind, taxType, department, vendor, wine, variants } = product
  return {
    id,
    wire: {
      ...PRODUCT,
      id,
      title,
      type,
      departmentId: `dep-${department}`,
      vendorId: vendor && `ven-${vendor}`,
      wine: wine && { ...PRODUCT.wine, ...wine },
      variants: variants.map((variant) => wireVariant(variant, taxType)),
    },
    rows: variants.map((variant) => ({
      table: 'products',
      row: {
        source_id: variant.id,
        source_updated: updated,
        time_basis: 'utc',
        sku: variant.sku,
        title: variants.length > 1 ? `${title}, ${variant.title}` : title,
        category: department,
        brand: vendor,
        vintage: wine && String(wine.vintage),
        varietal: wine?.varietal ?? null,
        item_kind: kind,
        price: variant.price,
        cost: variant.cost,
        currency: 'USD',
      },
    })),
  }
}

export interface SeedStock {
  readonly id: string
  readonly sku: string
  readonly title: string
  readonly counted: boolean
  readonly available: number
  readonly reserved: number
  readonly allocated: number
}

export const makeStock = ({ id, sku, title, counted, available, reserved, allocated }: SeedStock): Made => ({
  id,
  wire: {
    ...INVENTORY,
    id,
    productVariantId: `var-${sku}`,
    sku,
    hasInventory: counted ? 1 : 0,
    availableForSaleCount: available,
    reserveCount: reserved,
    allocatedCount: allocated,
    productTitle: title,
  },
  rows: counted
    ? [
        {
          table: 'inventory',
          row: {
            source_id: id,
            source_updated: null,
            time_basis: 'utc',
            sku,
            product_title: title,
            location: 'Cellar',
            on_hand: available + reserved + allocated,
            reserved,
            allocated,
            available,
          },
        },
      ]
    : [],
})

export const SEED_CLUBS = [
  { id: 'club-estate', title: 'Estate Club' },
  { id: 'club-cellar', title: 'Cellar Club' },
] as const

export const makeClub = ({ id, title }: { id: string; title: string }, updated: number): Made => ({
  id,
  wire: { ...CLUB, id, title },
  rows: [{ table: 'clubs', row: { source_id: id, source_updated: updated, time_basis: 'utc', name: title } }],
})
