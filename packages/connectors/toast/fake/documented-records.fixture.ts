import { reference } from './documented-orders.fixture.ts'

// Records as Toast's developer guide shows them, as far as they are used; the orders are in a file of their own.

/** `apiRestaurantInformation`; the sample leaves out the currency and the first day, which the specification has. */
export const RESTAURANT = {
  guid: '76cb1b05-cb1e-4adf-863a-b2a94a5ecdcf',
  general: {
    archived: false,
    name: 'Trattoria Roma',
    locationName: 'Fenway',
    locationCode: '',
    description: 'Italian food in a casual atmosphere',
    timeZone: 'America/New_York',
    closeoutHour: 6,
    managementGroupGuid: 'ae6c32fe-f4d2-4dcc-aa82-f30edac96296',
  },
  urls: { website: 'https://www.example.com' },
  location: { address1: '401 Park Drive', city: 'Boston', stateCode: 'MA', zipCode: '02215', country: 'US' },
}

/** `authentication`: the answer for a restaurant management group, and what its token says */
export const LOGIN = {
  '@class': '.SuccessfulResponse',
  token: {
    tokenType: 'Bearer',
    scope: null,
    expiresIn: 19_168,
    accessToken: 'e30.e30.e30',
    idToken: null,
    refreshToken: null,
  },
  status: 'SUCCESS',
}

export const CLAIMS = {
  'https://toasttab.com/client_name': 'MYNAMINGAUTHORITY',
  'https://toasttab.com/access_type': 'TOAST_MACHINE_CLIENT',
  'https://toasttab.com/management_set_guid': '0423ad35-8ba2-45cf-9b6b-7da03f982c46',
  sub: 'my-client-id@clients',
  iat: 1_603_107_025,
  exp: 1_588_176_466,
  scope: 'orders:read menus:read',
  gty: 'client-credentials',
}

/** `definitions/MenuItem` of the specification of the menus API, version 2.4.1, as far as it is used */
const MENU_ITEM = {
  name: 'Caesar Salad',
  kitchenName: '',
  guid: 'i1',
  multiLocationId: '100000000000000001',
  description: '',
  price: 8.99,
  pricingStrategy: 'BASE_PRICE',
  isDeferred: false,
  isDiscountable: true,
  salesCategory: { name: 'Food', guid: 'c1' },
  taxInclusion: 'TAX_NOT_INCLUDED',
  plu: '',
  sku: '',
  unitOfMeasure: 'NONE',
  modifierGroupReferences: [3],
}

const MENU_GROUP = { name: 'Appetizers', guid: 'g1', multiLocationId: '2', description: '', menuItems: [MENU_ITEM] }

export const MENUS = {
  restaurantGuid: RESTAURANT.guid,
  lastUpdated: '2024-03-28T15:11:01.050+0000',
  restaurantTimeZone: 'America/New_York',
  menus: [
    {
      name: 'Food',
      guid: 'm1',
      multiLocationId: '3',
      description: '',
      menuGroups: [{ ...MENU_GROUP, menuGroups: [{ ...MENU_GROUP, menuGroups: [] }] }],
    },
  ],
  modifierGroupReferences: {},
  modifierOptionReferences: {},
  preModifierGroupReferences: {},
}

/** `definitions/ModifierOption`; the sample's name and GUID */
export const MODIFIER_OPTION = {
  referenceId: 10,
  name: 'Mushrooms',
  guid: 'fa24fee9-76c4-40ba-ae3c-7dfccafdd8d3',
  multiLocationId: '4',
  price: 8,
  pricingStrategy: 'BASE_PRICE',
  salesCategory: { name: 'Food', guid: 'c1' },
  plu: '',
  sku: '',
  isDefault: false,
  allowsDuplicates: false,
}

/** `definitions/Employee` of the specification of the labor API, version 1.9.0 */
export const EMPLOYEE = {
  guid: 'e1',
  entityType: 'RestaurantUser',
  externalId: null,
  createdDate: '2021-07-30T11:57:46.286+0000',
  modifiedDate: '2021-07-30T11:57:46.286+0000',
  deletedDate: '1970-01-01T00:00:00.000+0000',
  firstName: 'first name',
  chosenName: 'optional chosen name',
  lastName: 'last name',
  email: 'email',
  phoneNumber: '',
  externalEmployeeId: '',
  deleted: false,
  jobReferences: [reference('f290a951-2042-4f3d-b861-d89e9e583876', 'RestaurantJob')],
  wageOverrides: [],
  v2EmployeeGuid: 'e2',
}

/** Definitions of the specification of the configuration API, version 2.5.0 */
export const DINING_OPTION = {
  guid: 'o1',
  entityType: 'DiningOption',
  externalId: null,
  name: 'Dine In',
  behavior: 'DINE_IN',
  curbside: false,
}
export const NAMED = { guid: 'n1', entityType: 'RevenueCenter', externalId: null, name: 'Bar' }

/** `devOrdersWebhookRef`; the order is left out */
export const EVENT = {
  timestamp: '2024-03-28T15:11:01.050Z',
  eventCategory: 'order_updated',
  eventType: 'order_updated',
  guid: '534bf25a-b657-45aa-9a63-47f8f35400d6',
  details: { restaurantGuid: '0cd990c9-fd74-461d-8468-de2a0919ccbba' },
}
