import type { DocumentedForm } from '../kit/documented-form.fixture.ts'
import { CLUB, CONTACT, INVENTORY, MEMBERSHIP, ORDER, ORDER_DETAIL, ORDER_ITEM, PRODUCT } from './samples.fixture.ts'
import type { WireFields } from './wire-xml.fixture.ts'

/** A list as the comparison sees it. */
const listed = (order: typeof ORDER_DETAIL): object => ({ ...order, OrderItems: [ORDER_ITEM], Tender: [] })

const INSTANT = ORDER.DateModified

const LISTS: Readonly<Record<string, { readonly name: string; readonly sample: WireFields; readonly part?: object }>> =
  {
    SearchOrders: { name: 'Orders', sample: ORDER },
    SearchProducts: { name: 'Products', sample: PRODUCT },
    // Public clients read the ID.
    SearchInventory: { name: 'Inventory', sample: INVENTORY, part: { InventoryPoolID: INVENTORY.WebsiteID } },
    SearchContacts: { name: 'Contacts', sample: CONTACT },
    SearchClubs: { name: 'Clubs', sample: CLUB },
    // Assumed: names of fields that samples with values would show.
    SearchClubMemberships: {
      name: 'ClubMemberships',
      sample: MEMBERSHIP,
      part: { CancelDate: INSTANT, CancellationReason: 'Other', SalesAssociate: 'Ana P.', SourceCode: 'POS' },
    },
  }

/** What the sample shows only empty, and fields of GetOrderDetail that public clients read. */
const DETAIL_PARTS = {
  ClubName: 'Red Club',
  ClubShipmentName: 'Spring',
  CorporateOrderNumber: '1',
  Marketplace: 'Tock',
  OrderItems: [{ ShippedDate: INSTANT }],
  PickupDate: INSTANT,
  PreviousOrderNumber: '10481.0',
  SalesAssociate: 'Ana P.',
  // Assumed: the sample has no tender.
  Tender: [{ PaymentDate: INSTANT, PaymentStatus: 'Refunded' }],
  TotalAfterTip: '113.40',
}

/** The form of an operation's answer. */
export const documentedAnswer = (operation: string): DocumentedForm | null => {
  const list = LISTS[operation]
  if (!list && operation !== 'GetOrderDetail') return null
  const wrapped = (fields: object): object => ({
    Envelope: { Body: { [`${operation}Response`]: { [`${operation}Return`]: fields } } },
  })
  const always = { Errors: [], IsSuccessful: 'true' }
  if (!list)
    return {
      samples: [wrapped({ ...always, Order: listed(ORDER_DETAIL) })],
      parts: [wrapped({ Order: DETAIL_PARTS })],
    }
  return {
    samples: [wrapped({ ...always, [list.name]: [list.sample], RecordCount: '1.0' })],
    parts: [wrapped({ [list.name]: list.part ? [list.part] : [] })],
  }
}
