import { instant, money } from './order-json.fixture.ts'
import type { CustomerRow, FakeLocation, FakeProduct, FakeWinery, TeamRow } from './winery-rows.fixture.ts'

export const locationJson = ({ id, name }: FakeLocation, index: number) => ({
  id,
  name,
  timezone: 'America/Los_Angeles',
  currency: 'USD',
  status: 'ACTIVE',
  created_at: instant(Date.UTC(2019, 0, 1 + index)),
})

const splitName = (name: string | null) => {
  if (name?.startsWith('Cellar Friends')) return { company_name: name }
  const [given_name, ...rest] = (name ?? '').split(' ')
  return { given_name, family_name: rest.join(' ') }
}

export const customerJson = (row: CustomerRow) => ({
  id: row.source_id,
  created_at: instant(Number(row.since)),
  updated_at: instant(Number(row.source_updated)),
  ...splitName(row.name),
  ...(row.email === null ? {} : { email_address: row.email }),
  // A birthday without a year does not give the age.
  birthday: row.birth ?? '0000-04-01',
  ...(row.city === null
    ? {}
    : {
        address: {
          locality: row.city,
          administrative_district_level_1: row.state,
          postal_code: row.postal_code,
          country: row.country,
        },
      }),
  creation_source: 'DIRECTORY',
  version: 1,
})

export const teamMemberJson = (row: TeamRow, index: number) => ({
  id: row.source_id,
  ...splitName(row.name),
  status: index % 3 === 2 ? 'INACTIVE' : 'ACTIVE',
  updated_at: instant(Number(row.source_updated)),
})

const LONG_AGO = Date.UTC(2019, 0, 1)

const categoryId = (name: string): string => `CAT-${name.replaceAll(' ', '-')}`

const itemJson = ({ row, productType, isDeleted }: FakeProduct) => ({
  type: 'ITEM',
  id: `ITEM-${row.source_id}`,
  updated_at: instant(LONG_AGO),
  is_deleted: isDeleted,
  item_data: {
    name: row.title.split(' – ')[0],
    product_type: productType,
    ...(row.category === null ? {} : { categories: [{ id: categoryId(row.category), ordinal: 1 }] }),
  },
})

const variationJson = ({ row, isDeleted }: FakeProduct) => ({
  type: 'ITEM_VARIATION',
  id: row.source_id,
  updated_at: instant(Number(row.source_updated)),
  is_deleted: isDeleted,
  item_variation_data: {
    item_id: `ITEM-${row.source_id}`,
    name: row.title.split(' – ')[1] ?? 'Regular',
    ...(row.sku === null ? {} : { sku: row.sku }),
    pricing_type: 'FIXED_PRICING',
    price_money: money(row.price ?? 0),
    ...(row.cost === null ? {} : { default_unit_cost: money(row.cost) }),
  },
})

export const catalogJson = ({ products }: FakeWinery): { type: string; is_deleted: boolean }[] => {
  const names = new Set(products.flatMap(({ row }) => row.category ?? []))
  const categories = [...names].map((name) => ({
    type: 'CATEGORY',
    id: categoryId(name),
    updated_at: instant(LONG_AGO),
    is_deleted: false,
    category_data: { name },
  }))
  return [...categories, ...products.map(itemJson), ...products.map(variationJson)]
}

export const countsJson = ({ counts }: FakeWinery) =>
  counts.map(({ row, productId, locationId }) => ({
    catalog_object_id: productId,
    catalog_object_type: 'ITEM_VARIATION',
    state: 'IN_STOCK',
    location_id: locationId,
    quantity: String(row.on_hand),
    calculated_at: instant(Number(row.source_updated)),
  }))
