import type { DocumentedForm } from '../kit/documented-form.fixture.ts'
import type { WireFields } from './wire-xml.fixture.ts'

/*
 * Records in the forms of the samples on docs.winedirect.com (Order Service 3.0, Contact Service 3.0, Product Webservice 3.0, Club
 * Membership Service 3.0) and documentation.vin65.com/Webservices/Webservices-V3, as of November 2026: elements in alphabetical
 * order, without types, empty where there is no value. The values are other ones.
 */

const CONTACT_ID = '110ae037-5a79-e111-936b-000c295a8381'
const WEBSITE_ID = '66272648-1e0b-4e34-f09b-81477a31b25f'

export const ORDER = {
  BillFirstName: 'Ada',
  BillLastName: 'Quill',
  CompletedDate: '2026-03-19T18:30:00.000Z',
  ContactID: CONTACT_ID,
  DateModified: '2026-03-20T08:00:00.000Z',
  IsAPickupOrder: 'false',
  IsPendingPickup: 'false',
  OrderID: 'f660d5e3-0173-4a19-0838-3eff95f2f20b',
  OrderNumber: '10482.0',
  OrderStatus: 'Completed',
  OrderTotal: '113.40',
  PaymentStatus: 'Paid',
  ShippingStatus: 'SentToFulfillment',
  ShippingType: 'Ground',
  SubmittedDate: '2026-03-19T18:20:00.000Z',
  Type: 'Website',
  WebsiteID: WEBSITE_ID,
}

export const BILL_CONTACT = {
  Address: '123 Test Ave',
  Address2: null,
  AltContactID: null,
  BirthDate: '1982-03-19T08:00:00.000Z',
  City: 'Portland',
  Company: null,
  ContactID: CONTACT_ID,
  CountryCode: 'US',
  FirstName: 'Ada',
  LastName: 'Quill',
  StateCode: 'OR',
  ZipCode: '97201',
}

export const ORDER_ITEM = {
  CostOfGood: '9.5000',
  Department: 'Wine',
  IsSubSKU: 'false',
  OriginalPrice: '50.00',
  Price: '45.00',
  ProductID: '02fc83e3-5eb4-4aa7-a64a-9710bfd9a12a',
  Quantity: '2.0',
  SKU: '14CS750',
  ShippedDate: null,
  Title: '2014 Cabernet Sauvignon',
  Type: 'Wine',
}

export const ORDER_DETAIL = {
  AmountPaidByGiftCard: '0.00',
  AmountPaidByPoints: '0.00',
  BillContact: BILL_CONTACT,
  ClubName: null,
  CorporateOrderNumber: null,
  Deposit: '0.00',
  Handling: '0.00',
  Marketplace: null,
  OrderID: ORDER.OrderID,
  OrderItems: { each: 'OrderItem', members: [ORDER_ITEM] },
  OrderNumber: '10482.0',
  PickupDate: null,
  PreviousOrderNumber: null,
  RequestedShipDate: '2026-03-25T07:00:00.000Z',
  SalesAssociate: null,
  ShipToAddress: { City: 'Austin', CountryCode: 'US', StateCode: 'TX', ZipCode: '78701' },
  Shipping: '15.00',
  SubTotal: '90.00',
  Tax: '8.40',
  Tender: { each: 'Tender', members: [] },
  Tip: '0.00',
  Total: '113.40',
  TransactionType: 'Order',
}

export const PRODUCT = {
  Brand: 'Spectra',
  DateModified: '2026-01-12T12:21:43.000Z',
  IsActive: 'true',
  Price: '50.00',
  ProductID: ORDER_ITEM.ProductID,
  SKU: '14CS750',
  Title: '2014 Cabernet Sauvignon',
  Type: 'Wine',
  Vintage: '2014.0',
}

export const CONTACT = {
  AltContactID: null,
  BirthDate: '1982-03-19T08:00:00.000Z',
  City: 'Portland',
  Company: null,
  ContactID: CONTACT_ID,
  CountryCode: 'US',
  CustomerNumber: '1234.0',
  DateAdded: '2011-06-01T12:21:43.000Z',
  DateModified: '2026-02-01T12:21:43.000Z',
  Email: 'ada@example.com',
  FirstName: 'Ada',
  LastName: 'Quill',
  StateCode: 'OR',
  ZipCode: '97201',
}

export const CLUB = { ClubID: '7a1c7a7e-9d3c-4a35-a1b0-5be4fd1f0a11', ClubName: 'Red Club' }

export const MEMBERSHIP = {
  AltClubMembershipID: null,
  CancelDate: null,
  ...CLUB,
  ClubMembershipID: '2b1d55a5-3a5e-4f0e-8f7a-1a0a6f4b7a01',
  ContactID: CONTACT_ID,
  CurrentMembershipStatus: 'Active',
  DateModified: '2026-02-01T12:21:43.000Z',
  FirstName: 'Ada',
  IsPickup: 'false',
  LastName: 'Quill',
  SignupDate: '2015-05-18T17:02:59.000Z',
}

export const INVENTORY = { CurrentInventory: '42.0', InventoryPool: 'Web', SKU: '14CS750', WebsiteID: WEBSITE_ID }

/** A list as the comparison sees it. */
const listed = (order: typeof ORDER_DETAIL): object => ({ ...order, OrderItems: [ORDER_ITEM], Tender: [] })

const INSTANT = ORDER.DateModified

const LISTS: Readonly<Record<string, { readonly name: string; readonly sample: WireFields; readonly part?: object }>> =
  {
    SearchOrders: { name: 'Orders', sample: ORDER },
    SearchProducts: { name: 'Products', sample: PRODUCT },
    // Public clients read the ID.
    SearchInventory: { name: 'Inventory', sample: INVENTORY, part: { InventoryPoolID: WEBSITE_ID } },
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
  OrderItems: [{ InventoryPool: 'Web', ParentSKU: 'KIT', ProductSKUID: ORDER_ITEM.ProductID, ShippedDate: INSTANT }],
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
