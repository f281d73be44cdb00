import type { ItemKind } from '#domain/commerce.ts'
import { expectedRow } from '../kit/expected-rows.fixture.ts'
import { CLUB, DEPARTMENT, INVENTORY, PRODUCT, VARIANT, VENDOR } from './samples.fixture.ts'
import type { Made } from './winery-store.fixture.ts'

/** Cents; without a cost, the app has no permission to see it. */
type SeedVariant = Record<'id' | 'sku' | 'title', string> & { price: number; cost: number | null }

interface ProductForm {
  readonly taxType?: string
  readonly cost?: number
  readonly wine?: { readonly varietal: string; readonly vintage: number }
  /** price of a second size */
  readonly magnum?: number
}

const product = (
  sku: string,
  title: string,
  type: string,
  kind: ItemKind,
  price: number,
  { taxType, cost = 0, wine, magnum }: ProductForm = {},
) => ({
  id: `prd-${sku}`,
  title,
  type,
  kind,
  taxType: taxType ?? (type === 'Wine' ? 'Wine' : 'General Merchandise'),
  department: kind === 'wine' ? 'Wine' : 'Tasting room',
  vendor: kind === 'wine' ? 'Estate' : null,
  wine: wine ?? null,
  variants: [
    { id: `var-${sku}`, sku, title: '750ml', price, cost: cost || null },
    ...(magnum ? [{ id: `var-${sku}-M`, sku: `${sku}-M`, title: '1.5L', price: magnum, cost: null }] : []),
  ] as [SeedVariant, ...SeedVariant[]],
})

export type SeedProduct = ReturnType<typeof product>

const pinot = { varietal: 'Pinot Noir', vintage: 2022 }
const chardonnay = { varietal: 'Chardonnay', vintage: 2023 }

export const SEED_PRODUCTS: readonly SeedProduct[] = [
  product('22-PN', '2022 Pinot Noir', 'Wine', 'wine', 5000, { cost: 1100, wine: pinot }),
  product('23-CH', '2023 Chardonnay', 'Wine', 'wine', 2500, { wine: chardonnay, magnum: 6000 }),
  product('TST-EST', 'Estate Flight', 'Tasting', 'tasting', 2300, { taxType: 'Not Taxable' }),
  product('GLASS', 'Glass', 'General Merchandise', 'merch', 1200, { cost: 400 }),
  product('CHEESE', 'Cheese board', 'General Merchandise', 'food', 1850, { taxType: 'Prepared Food' }),
  product('GIFT', 'Gift card', 'Gift Card', 'gift_card', 10_000, { taxType: 'Not Taxable' }),
  product('DINNER', 'Harvest dinner', 'Event Ticket', 'event', 12_500),
  product('REBATE', 'Rebate', 'Rebate', 'other', 100),
  product('DUO', 'Duo', 'Bundle', 'wine', 9000, { taxType: 'Wine' }),
]

const titled = (sample: object, prefix: string, titles: readonly (string | null)[]): object[] =>
  [...new Set(titles)].flatMap((title) => (title === null ? [] : [{ ...sample, id: `${prefix}-${title}`, title }]))

const DEPARTMENTS = SEED_PRODUCTS.map(({ department }) => department)
const VENDORS = SEED_PRODUCTS.map(({ vendor }) => vendor)

/** Departments and vendors, which products name by ID: path, key and records. */
export const SEED_TITLES: readonly (readonly [string, string, readonly object[]])[] = [
  ['/department', 'departments', titled(DEPARTMENT, 'dep', DEPARTMENTS)],
  ['/vendor', 'vendors', titled(VENDOR, 'ven', VENDORS)],
]

export const productNamed = (sku: string): SeedProduct => {
  const found = SEED_PRODUCTS.find(({ variants }) => variants.some((variant) => variant.sku === sku))
  if (!found) throw new Error(`There is no product ${sku}`)
  return found
}

const { costOfGood: _, ...WITHOUT_COST } = VARIANT

export const makeProduct = (of: SeedProduct, source_updated: number): Made => {
  const { id, title, type, kind, taxType, department, vendor, wine, variants } = of
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
      variants: variants.map(({ cost, ...variant }) => ({
        ...WITHOUT_COST,
        ...variant,
        ...(cost === null ? {} : { costOfGood: cost }),
        taxType,
      })),
    },
    rows: variants.map((variant) =>
      expectedRow('products', {
        source_id: variant.id,
        source_updated,
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
      }),
    ),
  }
}

type StockCounts = Record<'available' | 'reserved' | 'allocated', number>

export const makeStock = (sku: string, title: string, counted: boolean, counts: StockCounts): Made => {
  const id = `inv-${sku}`
  const { available, reserved, allocated } = counts
  const row = {
    source_id: id,
    sku,
    product_title: title,
    location: 'Cellar',
    on_hand: available + reserved + allocated,
    ...counts,
  }
  return {
    id,
    wire: {
      ...INVENTORY,
      id,
      sku,
      hasInventory: counted ? 1 : 0,
      availableForSaleCount: available,
      reserveCount: reserved,
      allocatedCount: allocated,
      productTitle: title,
    },
    rows: counted ? [expectedRow('inventory', row)] : [],
  }
}

export const SEED_CLUBS = [
  { id: 'club-estate', title: 'Estate Club' },
  { id: 'club-cellar', title: 'Cellar Club' },
] as const

export const makeClub = ({ id, title }: { id: string; title: string }, source_updated: number): Made => ({
  id,
  wire: { ...CLUB, id, title },
  rows: [expectedRow('clubs', { source_id: id, source_updated, name: title })],
})
