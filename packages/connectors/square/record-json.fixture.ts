import { instant, money, wholeSecond } from './order-json.fixture.ts'
import { CATEGORY, COUNTS, CUSTOMER, ITEM, LOCATIONS, TEAM, VARIATION } from './samples.fixture.ts'
import type { CustomerRow, FakeLocation, FakeProduct, FakeWinery, TeamRow } from './winery-records.fixture.ts'

export const locationJson = ({ id, name }: FakeLocation, index: number) => ({
  ...LOCATIONS.locations[0],
  id,
  name,
  created_at: wholeSecond(Date.UTC(2019, 0, 1 + index)),
})

const splitName = (name: string | null) => {
  if (name?.startsWith('Cellar Friends')) return { company_name: name }
  const [given_name, ...rest] = (name ?? '').split(' ')
  return { given_name, family_name: rest.join(' ') }
}

const { address, birthday, email_address, family_name, given_name, ...NAMELESS } = CUSTOMER

export const customerJson = (row: CustomerRow) => ({
  ...NAMELESS,
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
          ...address,
          locality: row.city,
          administrative_district_level_1: row.state,
          postal_code: row.postal_code,
          country: row.country,
        },
      }),
})

export const teamMemberJson = (row: TeamRow) => ({
  ...TEAM.team_members[0],
  id: row.source_id,
  ...splitName(row.name),
  updated_at: instant(Number(row.source_updated)).replace(/\.\d+Z/, '+00:00'),
})

const LONG_AGO = Date.UTC(2019, 0, 1)

const categoryId = (name: string): string => `CAT-${name.replaceAll(' ', '-')}`

const { categories: _categories, reporting_category: _reporting, ...WITHOUT_CATEGORY } = ITEM.item_data
const { sku: _sku, ...WITHOUT_SKU } = VARIATION.item_variation_data

const itemJson = ({ row, productType, isDeleted }: FakeProduct) => ({
  ...ITEM,
  type: 'ITEM',
  id: `ITEM-${row.source_id}`,
  updated_at: instant(LONG_AGO),
  is_deleted: isDeleted,
  item_data: {
    ...WITHOUT_CATEGORY,
    name: row.title.split(' – ')[0],
    product_type: productType,
    ...(row.category === null ? {} : { categories: [{ id: categoryId(row.category), ordinal: 1 }] }),
  },
})

const variationJson = ({ row, isDeleted }: FakeProduct) => ({
  ...VARIATION,
  type: 'ITEM_VARIATION',
  id: row.source_id,
  updated_at: instant(Number(row.source_updated)),
  is_deleted: isDeleted,
  item_variation_data: {
    ...WITHOUT_SKU,
    item_id: `ITEM-${row.source_id}`,
    name: row.title.split(' – ')[1] ?? 'Regular',
    ...(row.sku === null ? {} : { sku: row.sku }),
    price_money: money(row.price ?? 0),
    ...(row.cost === null ? {} : { default_unit_cost: money(row.cost) }),
  },
})

export const catalogJson = ({ products }: FakeWinery): { type: string; is_deleted: boolean }[] => {
  const names = new Set(products.flatMap(({ row }) => row.category ?? []))
  const categories = [...names].map((name) => ({
    ...CATEGORY,
    type: 'CATEGORY',
    id: categoryId(name),
    updated_at: instant(LONG_AGO),
    is_deleted: false,
    category_data: { ...CATEGORY.category_data, name },
  }))
  return [...categories, ...products.map(itemJson), ...products.map(variationJson)]
}

export const countsJson = ({ counts }: FakeWinery) =>
  counts.map(({ row, productId, locationId }) => ({
    ...COUNTS.counts[0],
    catalog_object_id: productId,
    location_id: locationId,
    quantity: String(row.on_hand),
    calculated_at: instant(Number(row.source_updated)),
  }))
