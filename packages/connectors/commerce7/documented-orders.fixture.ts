import { CLUB_OF_CUSTOMER, dated, NOTIFICATION } from './documented-records.fixture.ts'
import { GUEST } from './documented-reservation.fixture.ts'

/*
 * Orders in the forms of the samples on https://developer.commerce7.com/docs/orders-1, as of November 2026, and of the answer of
 * 2024 whose fields github.com/Weldawadyathink/commerce7-api-wrapper lists in src/order.ts: the same fields, types and nulls with
 * other values.
 */

export const ADDRESS = {
  id: '901a34ff-dc02-452f-b143-34522f12d714',
  customerAddressId: 'c092d0c0-0d4b-4f3b-9b61-87c52f11d40e',
  birthDate: '1990-01-01',
  honorific: null,
  firstName: 'Ada',
  lastName: 'Quill',
  company: null,
  phone: '+17075550100',
  address: '12 Vine Row',
  address2: 'Unit 1',
  city: 'Vancouver',
  stateCode: 'BC',
  zipCode: 'v6g0b6',
  countryCode: 'CA',
}

/** The place where goods are picked up or carried out, with the name of who takes them. */
const AT_CELLAR = { ...ADDRESS, inventoryLocationId: '98145cdc-f5a6-11e8-a80a-06d2aa911ccc', customerAddressId: null }

const CREDIT_CARD = {
  gateway: 'No Gateway',
  cardBrand: 'MasterCard',
  maskedCardNumber: '************5454',
  expiryMo: 1,
  expiryYr: 2023,
  cardHolderName: 'Ada Quill',
  oneTimeToken: null,
  tokenOnFile: 'token',
  processorResponse: null,
  authorizationId: 'authorization',
  customerCreditCardId: '0d10d818-9cf3-4178-9953-65d24c79813b',
}

export const TENDER = {
  id: 'b0a385e8-b6ef-4970-a28e-10173274aecf',
  refundId: null,
  previousTenderId: null,
  tenderType: 'Credit Card',
  chargeType: 'Capture',
  chargeStatus: 'Success',
  amountTendered: 5040,
  tip: 0,
  errorCode: '',
  paymentDate: '2018-12-04T19:10:28.128Z',
  ...dated,
  creditCard: CREDIT_CARD,
}

export const ITEM = {
  id: '5c785d18-dd17-48a0-ad0e-d18378f5a997',
  productTitle: '2014 Cabernet Sauvignon',
  type: 'Wine',
  inventoryLocationId: null,
  productId: 'a4d672d2-b9aa-4c2e-8c28-37fbc3a12f73',
  productVariantTitle: '750ml',
  productVariantId: '043b751f-1124-472c-b94b-0ea8aebf011b',
  image: 'https://images.example.com/red.png',
  sku: '2014-CS',
  costOfGood: 700,
  price: 4500,
  originalPrice: 5000,
  comparePrice: 5000,
  bottleDeposit: 0,
  quantity: 1,
  quantityFulfilled: 0,
  isPriceOverride: false,
  tax: 540,
  taxType: 'Wine',
  weight: 21,
  hasShipping: true,
  vendor: null,
  volumeInML: 750,
  departmentCode: 'Wine',
  allocationId: null,
  departmentId: '0f78df8d-f7db-429a-9271-42e79aace894',
  collectionIds: '63f25c13-3232-4759-8e2b-f67377e74d9b,7c02552a-e393-4d62-835c-e0314505115e',
}

const SHIPPING = {
  id: '0e92be1e-8791-4c2b-93c6-d10643a730ed',
  title: 'Ground',
  code: 'FEX',
  service: 'Ground',
  shippingServiceId: '0ff90aaa-f12a-4f57-b511-5504a5aad34b',
  price: 0,
  originalPrice: 0,
  isQualifiesForPrime: false,
  tax: 0,
}

const TAX = {
  id: '4613d489-ea75-490a-b152-71ecbe1a8c9f',
  vendor: 'Local',
  title: 'GST',
  countryCode: 'CA',
  stateCode: null,
  freight: 5,
  food: 5,
  generalMerchandise: 5,
  cannabis: 0,
  wine: 5,
  price: 225,
  isIncludedInPrice: false,
  isNonTaxable: false,
}

/** The order object of the page. */
export const ORDER = {
  id: '0f61d2ca-41d5-44f4-8e46-17ef90c83920',
  orderSubmittedDate: '2018-12-04T19:10:27.905Z',
  orderPaidDate: '2018-12-04T19:10:28.143Z',
  orderNumber: 1248,
  orderSource: 'Internal',
  previousOrderId: null,
  previousOrderNumber: null,
  linkedOrders: [],
  paymentStatus: 'Paid',
  complianceStatus: 'No Compliance',
  fulfillmentStatus: 'Not Fulfilled',
  cartId: '0f61d2ca-41d5-44f4-8e46-17ef90c83920',
  channel: 'Web',
  posProfileId: null,
  customerId: GUEST.id,
  orderDeliveryMethod: 'Ship',
  shippingInstructions: null,
  taxSaleType: 'Offsite',
  subTotal: 4500,
  shipTotal: 0,
  taxTotal: 540,
  dutyTotal: 0,
  bottleDepositTotal: 0,
  tipTotal: 0,
  total: 5040,
  totalAfterTip: 5040,
  giftMessage: null,
  allowPromotions: true,
  flags: [],
  productTenantId: null,
  isNonTaxable: false,
  createdAt: '2018-12-02T18:45:17.895Z',
  updatedAt: '2018-12-04T19:10:28.144Z',
  club: null,
  shipping: [SHIPPING],
  coupons: [],
  shipTo: ADDRESS,
  billTo: { ...ADDRESS, city: 'Mission' },
  pickupBy: null,
  carryOut: null,
  promotions: [],
  tenders: [TENDER],
  items: [ITEM],
  fulfillments: [],
  taxes: [TAX],
  duties: [],
  selectedShippingOptions: { shippingServiceId: null },
}

const { linkedOrders, duties, selectedShippingOptions, ...IN_BOTH } = ORDER

/** The first order of the page's list. */
export const LISTED_ORDER = {
  ...IN_BOTH,
  refundOrderId: null,
  refundOrderNumber: null,
  fulfillmentStatus: 'Fulfilled',
  channel: 'POS',
  orderDeliveryMethod: 'Pickup',
  shipping: [],
  shipTo: null,
  pickupBy: AT_CELLAR,
  items: [{ ...ITEM, departmentId: null, collectionIds: null }],
  fulfillments: [
    {
      id: '6202c63e-ca72-4cf0-8c30-92a03204fc67',
      type: 'Picked Up',
      fulfillmentDate: '2018-11-08T08:00:00.000Z',
      packageCount: 1,
      items: [{ sku: '2017-CS-l', quantityFulfilled: 1 }],
      pickedUp: { pickedUpBy: 'Ada' },
    },
  ],
}

const { refundId, ...TENDER_IN_BOTH } = TENDER
const { allowPromotions, productTenantId, ...ORDER_IN_BOTH } = ORDER

export const TODAYS_TENDER = {
  ...TENDER_IN_BOTH,
  chargeType: 'Sale',
  otherPaymentMethod: null,
  creditCard: { ...CREDIT_CARD, gateway: 'Stripe', bin: null, processorResponse: '{"id":"pi_3M9w"}' },
  giftCard: { id: null, maskedCode: null, transactionId: null },
  loyalty: { points: 0, transactionId: null },
}

export const TODAYS_ITEM = {
  ...ITEM,
  purchaseType: 'Regular',
  productSlug: '2016-reserve-cabernet-sauvignon',
  quantitySentToPrep: 0,
  bundleItems: null,
  itemData: null,
  modifiers: null,
  notes: null,
}

/** An order as Commerce7 answers today: of the tasting room, with its customer. */
export const TODAYS_ORDER = {
  ...ORDER_IN_BOTH,
  orderFulfilledDate: '2022-11-30T20:30:19.583Z',
  customerType: 'Club Member',
  purchaseType: 'Regular',
  refundOrderId: null,
  refundOrderNumber: null,
  complianceStatus: 'No Compliance Required',
  fraudCheckStatus: 'Not Checked',
  fulfillmentStatus: 'Fulfilled',
  shippingStatus: 'Not Tracked',
  channel: 'POS',
  posProfileId: 'b29b9b4e-d7f2-4261-8126-75baf00ce7c7',
  orderDeliveryMethod: 'Carry Out',
  taxSaleType: 'Onsite',
  metaData: null,
  appData: null,
  appSync: null,
  isNoDuty: false,
  loyaltyPointsEarned: 0,
  additionalData: null,
  reservation: null,
  shipping: [],
  shipTo: null,
  billTo: { ...ADDRESS, birthDate: null, company: '' },
  carrierPickupLocation: null,
  carryOut: { ...AT_CELLAR, birthDate: null, firstName: null, lastName: null, address2: '' },
  promotions: [
    {
      id: 'c8637df6-579a-4d93-a700-4565c36d3471',
      promotionId: '577ce28a-fd2f-42e3-b3be-674002247d28',
      title: 'Club Discount',
      inUse: true,
      productValue: 1650,
      shippingValue: 0,
      totalValue: 1650,
    },
  ],
  tenders: [TODAYS_TENDER],
  items: [TODAYS_ITEM],
  fulfillments: [
    {
      id: 'b4aa9f7c-8124-4204-8dc1-7a97ea4563ef',
      inventoryLocationId: null,
      type: 'Picked Up',
      fulfillmentDate: '2022-11-30T20:30:19.583Z',
      packageCount: 1,
      items: [{ id: '2dae39a3-9b54-40e2-9138-f882e08793f8', quantityFulfilled: 1 }],
      pickedUp: { pickedUpBy: 'Carry Out' },
    },
  ],
  taxes: [{ ...TAX, isFlatRate: false, sortOrder: 0 }],
  posProfile: {
    id: 'b29b9b4e-d7f2-4261-8126-75baf00ce7c7',
    title: 'Tasting Room',
    isDefault: true,
    carryOutInventoryLocationId: '84751ef8-990d-440f-a146-416543ae1285',
    pickupInventoryLocationId: '84751ef8-990d-440f-a146-416543ae1285',
    shipInventoryLocationId: 'c3242f9d-5e81-4c20-b41b-678683fc58f0',
    hasTips: true,
    tipType: 'Percentages',
    tipAmounts: [1000, 1500],
    tipPercentages: [5, 10],
    ...dated,
  },
  customer: {
    ...GUEST,
    avatar: null,
    lastActivityDate: '2022-08-24T23:31:56.944Z',
    metaData: { 'has-visited-the-winery': false },
    appData: { emetry: { segment: 'Top Performer', attritionProbability: 0 } },
    appSync: null,
    notifications: [{ ...NOTIFICATION, data: null }],
    orderInformation: { ...GUEST.orderInformation, rank: 0, rankTrend: null, acquisitionChannel: 'Web' },
    clubs: [{ ...CLUB_OF_CUSTOMER, frequency: 3 }, CLUB_OF_CUSTOMER],
    products: [
      {
        product: {
          sku: '22-PN',
          image: 'https://images.example.com/red.png',
          price: 4675,
          title: '2016 Pinot',
          quantity: -1,
          productId: '8d4c8982-88dd-4a72-a3e7-694ed09b62cf',
        },
        purchaseDate: '2023-11-29T19:39:40.629Z',
      },
    ],
  },
  connectionInformation: { customerIpAddress: '203.0.113.39', userAgent: 'Mozilla/5.0' },
  fraud: { isFraudulent: false, comment: null },
  salesAssociate: { accountId: 'b1ec0e2f-3412-4980-8109-d8d4ad193e90', name: 'Ana P.' },
  tags: [],
  orderTags: [],
}
