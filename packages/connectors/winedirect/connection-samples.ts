import { type SampledRecords, sampleText } from '../kit/connection-samples.ts'
import { isPlatformRefusal } from '../kit/platform-problems.ts'
import { IS_KNOWN, isKnownItemType } from './codes.ts'
import { CONTACTS } from './contacts.ts'
import { INVENTORY } from './inventory.ts'
import { CLUBS, MEMBERSHIPS } from './memberships.ts'
import { ORDERS } from './order-details.ts'
import { PRODUCTS } from './products.ts'
import { type Search, searchOnce } from './search-pages.ts'
import { readChildText, type XmlElement } from './soap/xml-element.ts'
import type { WineDirectClient } from './winedirect-client.ts'

interface Sampled {
  readonly label: string
  readonly search: Search
  /** as permissions are described; null: a sync is not possible without it */
  readonly permission: string | null
  /** fields that tell a user which record it is */
  readonly names: readonly string[]
  readonly codes: Readonly<Record<string, (value: string) => boolean>>
}

const { Type, OrderStatus, PaymentStatus, ShippingStatus, CurrentMembershipStatus } = IS_KNOWN

const SAMPLED: readonly Sampled[] = [
  {
    label: 'Orders',
    search: ORDERS,
    permission: null,
    names: ['OrderNumber'],
    codes: { Type, OrderStatus, PaymentStatus, ShippingStatus },
  },
  { label: 'Products', search: PRODUCTS, permission: 'products', names: ['Title'], codes: { Type: isKnownItemType } },
  { label: 'Inventory', search: INVENTORY, permission: 'stock', names: ['SKU'], codes: {} },
  { label: 'Customers', search: CONTACTS, permission: 'contacts', names: ['FirstName', 'LastName'], codes: {} },
  { label: 'Clubs', search: CLUBS, permission: 'clubs', names: ['ClubName'], codes: {} },
  {
    label: 'Memberships',
    search: MEMBERSHIPS,
    permission: 'club memberships',
    names: ['ClubName', 'LastName'],
    codes: { CurrentMembershipStatus },
  },
]

/** Records of each list that are looked at. */
const LOOKED_AT = 25

const nameOf = (record: XmlElement, names: readonly string[]): string | null =>
  sampleText(
    names
      .flatMap((name) => readChildText(record, name) ?? [])
      .join(' ')
      .replace(/\.0+$/, ''),
  )

const fetchSampleRecords = async (client: WineDirectClient, { search, permission }: Sampled) => {
  try {
    return await searchOnce(client, search, { MaxRows: LOOKED_AT, Page: 1 })
  } catch (error) {
    // Permissions are granted by service.
    if (permission === null || !isPlatformRefusal(error)) throw error
    return null
  }
}

/** Reads records of each list that a sync needs, and names those that the account may not read. */
export const sampleServices = async (
  client: WineDirectClient,
): Promise<{ readonly sampled: readonly SampledRecords[]; readonly refused: readonly string[] }> => {
  const sampled: SampledRecords[] = []
  const refused: string[] = []
  for (const kind of SAMPLED) {
    const records = await fetchSampleRecords(client, kind)
    if (records === null) {
      refused.push(`This web service account doesn’t have permission to read ${kind.permission}`)
      continue
    }
    const [first] = records
    sampled.push({
      label: kind.label,
      name: first ? nameOf(first, kind.names) : null,
      // Whether the answer counts its own records or all is not documented.
      total: null,
      codes: Object.entries(kind.codes).map(([field, isKnown]) => ({
        field,
        values: records.map((record) => readChildText(record, field)),
        isKnown,
      })),
      problem: null,
    })
  }
  return { sampled, refused }
}
