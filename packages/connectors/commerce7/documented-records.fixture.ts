/*
 * Records in the forms of the samples on https://developer.commerce7.com/docs, as of November 2026: the same fields, types and
 * nulls with other values. Each names its page.
 */

export const dated = { createdAt: '2021-06-14T22:58:44.983Z', updatedAt: '2023-10-31T07:08:04.501Z' }
const seo = { title: 'Estate', description: null }

/** `vendors` */
export const VENDOR = { id: '0b54c1a6-1f2a-4a53-8a08-d1a0a3a1c4b0', title: 'Estate', ...dated }

/** `departments` */
export const DEPARTMENT = { ...VENDOR, code: 'Wine' }

/** No page shows `/setting`: fields that two public clients read from its answers. */
export const SETTING = {
  id: '58e547bb-baf4-433b-8c35-05b6e9b0ea04',
  companyName: 'Estate Cellars',
  businessNumber: null,
  logo: 'https://images.example.com/logo.png',
  primaryEmail: 'cellar@example.com',
  primaryPhone: '+17075550100',
  url: 'https://shop.example.com',
  timeZone: 'America/Los_Angeles',
  timeFormat: '12 Hour',
  currency: 'USD',
  baseRoute: { product: '/product', cart: '/cart' },
  defaultCountryCode: 'US',
  operatingCountryCodes: ['US'],
  operatingStateCodes: ['CA', 'OR'],
  minimumAge: 21,
}

/** `webhooks` */
export const WEB_HOOK = {
  id: '48e547bb-baf4-433b-8c35-05b6e9b0ea04',
  object: 'Customer',
  action: 'Update',
  url: 'https://example.com/hook',
  ...dated,
}

/** `clubs-1` */
export const CLUB = {
  id: '27324e27-5db7-43ae-8aff-d46ac74f5dd6',
  title: 'Estate Club',
  type: 'Traditional',
  content: null,
  publishDate: '2019-12-15T20:56:00.000Z',
  slug: 'estate-club',
  ...dated,
  seo,
}

/** `inventory`: a record of the list; one read alone has `true` for 1 */
export const INVENTORY = {
  id: '36194602-f662-11e8-a80a-06d2aa911ccc',
  inventoryLocationTitle: 'Cellar',
  inventoryLocationId: 'c6208900-bf87-42e6-a590-9ef9a901a8db',
  productVariantId: '85239967-cfe3-4e0f-b196-5a9c6f9a5938',
  productVariantTitle: '750ml',
  sku: '2017-SB',
  upcCode: '0-12345-00003-1',
  hasInventory: 1,
  availableForSaleCount: 739,
  reserveCount: 0,
  allocatedCount: 11,
  inventoryPolicy: 'Dont Sell',
  productId: '3676016d-29eb-4ddb-a9f0-0f7e01cabe69',
  productTitle: '2017 Sauvignon Blanc',
}

export const VARIANT = {
  id: '043b751f-1124-472c-b94b-0ea8aebf011b',
  title: '750ml',
  sku: '2014-CS',
  upcCode: '0-12345-00006-1',
  volumeInML: 750,
  costOfGood: 700,
  price: 4500,
  comparePrice: null,
  bottleDeposit: 0,
  sortOrder: 1,
  hasInventory: true,
  inventoryPolicy: 'Dont Sell',
  hasShipping: true,
  taxType: 'Wine',
  weight: 21,
  inventory: [
    {
      reserveCount: 0,
      allocatedCount: 110,
      productVariantId: '043b751f-1124-472c-b94b-0ea8aebf011b',
      inventoryLocationId: '55bbbb1c-ebdd-4b37-b325-2c822b6bf1ef',
      availableForSaleCount: 990,
    },
  ],
}

/** `products` */
export const PRODUCT = {
  id: 'a4d672d2-b9aa-4c2e-8c28-37fbc3a12f73',
  title: '2014 Cabernet Sauvignon',
  subTitle: '',
  image: 'https://images.example.com/red.png',
  type: 'Wine',
  departmentId: '0f78df8d-f7db-429a-9271-42e79aace894',
  vendorId: null,
  teaser: 'Dark cherry.',
  content: '<p>Dark cherry.</p>',
  webStatus: 'Available',
  adminStatus: 'Available',
  slug: '2014-cabernet-sauvignon',
  metaData: { 'club-pricing': '31.50$' },
  productTemplateId: null,
  ...dated,
  images: [{ id: '30b845ab-17c1-4677-ac75-2b6b41a33d07', src: 'https://images.example.com/red.png', sortOrder: 0 }],
  bundleItems: [],
  variants: [VARIANT],
  tenantIds: [],
  collections: [
    {
      id: '3b294b22-c664-443e-9319-b8c9855ba811',
      title: 'Library',
      content: '',
      publishDate: '2019-04-17T23:07:00.000Z',
      slug: 'library',
      productTemplateId: null,
      type: 'Manual',
      productCount: null,
      appliesToCondition: null,
      onlyShowProductsWithInventory: false,
      ...dated,
      seo,
    },
  ],
  seo: { title: '2014 Cabernet Sauvignon', description: 'Dark cherry.' },
  wine: {
    type: 'Red',
    varietal: 'Cabernet Sauvignon',
    countryCode: 'US',
    region: 'California',
    appellation: 'Oakville',
    vintage: 2012,
  },
  security: { availableTo: 'Public' },
  overrideOperatingRegions: { isOverride: false, operatingStateCodes: null, operatingCountryCodes: null },
}

export const CLUB_OF_CUSTOMER = {
  clubId: 'fac87925-977e-4c41-893d-521a073ac142',
  clubTitle: 'Estate Club',
  cancelDate: null,
  signupDate: '2020-03-17T15:30:33.990Z',
  clubMembershipId: '0b70edd5-be57-46bf-b60f-ccb17179824d',
}

export const NOTIFICATION = {
  id: '285b0050-9918-4d86-91df-62e5570b9ec3',
  type: 'Order To Be Picked Up',
  content: 'Order #1478 is awaiting pickup.',
  objectId: '0466fc90-0b82-464f-b915-7cc9c0717703',
}

const TAG = {
  id: '803d758d-111f-4ecc-a48d-4887758574ee',
  title: 'Library',
  objectType: 'Customer',
  type: 'Manual',
  appliesToCondition: null,
  ...dated,
}

/** `customers` */
export const CUSTOMER = {
  id: 'b36b6ff1-7190-49a0-895e-fd2c001eb2a6',
  avatar: null,
  honorific: 'Mr',
  firstName: 'Ada',
  lastName: 'Quill',
  birthDate: '1972-10-03',
  city: 'Napa',
  stateCode: 'CA',
  zipCode: '94558',
  countryCode: 'US',
  emailMarketingStatus: 'Subscribed',
  lastActivityDate: '2020-03-23T22:02:13.385Z',
  facebookId: null,
  metaData: { gender: null },
  appData: null,
  appSync: null,
  flags: [{ id: '0cf3f706-9123-4b74-94bb-e230fe8408d9', content: 'Gets free tastings' }],
  notifications: [NOTIFICATION],
  ...dated,
  orderInformation: {
    currentWebCartId: null,
    lastOrderId: '694340c7-f6fb-4a9c-9564-c860b6228f49',
    lastOrderDate: '2020-03-17T18:48:51.919Z',
    orderCount: 32,
    lifetimeValue: 380_273,
    rank: 100,
    rankTrend: 'Up',
    grossProfit: 249_375,
    currentClubTitle: 'Estate Club',
    daysInCurrentClub: 6,
  },
  emails: [{ id: '36117008-2fce-4be0-bc65-020152fb5193', email: 'ada@example.com' }],
  phones: [{ id: '0fd6fbe5-b443-4fdb-8e7d-45cfd8c94cea', phone: '+17075550100' }],
  tags: [TAG],
  groups: [TAG],
  clubs: [CLUB_OF_CUSTOMER],
  products: [
    {
      product: {
        sku: '22-PN',
        image: 'https://images.example.com/red.png',
        price: 10_000,
        title: 'Pinot',
        quantity: 1,
      },
      purchaseDate: '2020-03-17T18:48:51.919Z',
    },
  ],
  hasAccount: false,
}

/** `club-memberships` */
export const MEMBERSHIP = {
  status: 'Active',
  id: '38e4c85b-2834-4370-82d9-582cd0069250',
  customerId: '0065172d-79e8-4900-93d1-7a2916ffcce2',
  clubId: '294cc50a-e324-4f21-8e52-98500a4b751c',
  billToCustomerAddressId: '1eaa6fd0-3f30-4bf0-9c8e-55ae204c06b0',
  orderDeliveryMethod: 'Ship',
  shipToCustomerAddressId: '1eaa6fd0-3f30-4bf0-9c8e-55ae204c06b0',
  customerCreditCardId: '07f4e032-3d59-4626-a27b-144f753ebd40',
  signupDate: '2018-05-18T17:02:59.777Z',
  cancelDate: null,
  lastProcessedDate: null,
  currentNumberOfShipments: 0,
  ...dated,
  customer: {
    id: '0065172d-79e8-4900-93d1-7a2916ffcce2',
    avatar: 'https://images.example.com/profile.jpg',
    firstName: 'Ada',
    lastName: 'Quill',
    birthDate: null,
    city: 'Mission',
    stateCode: 'BC',
    countryCode: 'CA',
    acceptsMarketing: true,
    lastActivityDate: '2018-05-18T16:53:56.691Z',
    facebookId: null,
    metaData: { 'vip-code': 12_345 },
    ...dated,
    orderInformation: {
      lastOrderId: '7fa9cf58-0c53-4831-b5df-e05e091c8935',
      lastOrderDate: '2018-05-18T16:53:54.100Z',
      orderCount: 5,
      lifetimeValue: 24_110,
      currentClubTitle: 'Estate Club',
      daysInCurrentClub: 4,
    },
    clubs: [CLUB_OF_CUSTOMER],
  },
  club: {
    id: '294cc50a-e324-4f21-8e52-98500a4b751c',
    title: 'White Club',
    content: null,
    publishDate: '2018-05-18T17:00:00.000Z',
    slug: 'white-club',
    ...dated,
    seo,
  },
  onHolds: [],
}
