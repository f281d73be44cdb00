import type { DocumentedForm } from '../kit/documented-form.fixture.ts'
import type { FakeCall } from '../kit/fake-server.fixture.ts'
import {
  CLUB,
  CUSTOMER,
  DEPARTMENT,
  INVENTORY,
  LISTED_ORDER,
  MEMBERSHIP,
  ORDER,
  PRODUCT,
  RESERVATION,
  SETTING,
  TODAYS_ITEM,
  TODAYS_ORDER,
  VARIANT,
  VENDOR,
  WEB_HOOK,
} from './samples.fixture.ts'

interface Records {
  readonly key: string
  readonly samples: readonly object[]
  readonly parts?: readonly object[]
}

const { costOfGood, ...WITHOUT_COST } = VARIANT

const RECORDS: Readonly<Record<string, Records>> = {
  order: {
    key: 'orders',
    samples: [ORDER, LISTED_ORDER, TODAYS_ORDER],
    parts: [
      // `externalOrderVendor` is in the page's request; public clients read `club`.
      { previousOrderId: ORDER.id, externalOrderVendor: 'Tock' },
      {
        club: {
          clubId: CLUB.id,
          clubTitle: CLUB.title,
          clubPackageId: CLUB.id,
          clubPackageTitle: 'Spring',
        },
      },
      // Assumed: samples show these lists only empty or null.
      { linkedOrders: [{ orderId: ORDER.id }], items: [{ vendor: 'Estate', bundleItems: [TODAYS_ITEM] }] },
    ],
  },
  customer: {
    key: 'customers',
    samples: [CUSTOMER],
    parts: [{ orderInformation: RESERVATION.customer.orderInformation }],
  },
  'club-membership': {
    key: 'clubMemberships',
    samples: [MEMBERSHIP],
    parts: [
      // The reasons are among the page's ENUMs; public clients read the other fields.
      {
        cancelDate: MEMBERSHIP.signupDate,
        cancellationReason: 'Moving',
        acquisitionChannel: 'POS',
        salesAssociate: TODAYS_ORDER.salesAssociate,
        onHolds: [
          {
            id: MEMBERSHIP.id,
            startDate: MEMBERSHIP.signupDate,
            endDate: MEMBERSHIP.signupDate,
            holdReason: 'Away from home',
          },
        ],
      },
    ],
  },
  reservation: {
    key: 'reservations',
    samples: [RESERVATION],
    parts: [{ externalReservationVendor: 'Tock' }],
  },
  product: {
    key: 'products',
    // Assumed: costs are absent for an app that may not see them.
    samples: [PRODUCT, { ...PRODUCT, vendorId: VENDOR.id, variants: [WITHOUT_COST] }],
  },
  inventory: { key: 'inventories', samples: [INVENTORY] },
  club: { key: 'clubs', samples: [CLUB] },
  department: { key: 'departments', samples: [DEPARTMENT] },
  vendor: { key: 'vendors', samples: [VENDOR] },
  'web-hook': { key: 'webHooks', samples: [WEB_HOOK] },
  setting: { key: 'settings', samples: [SETTING] },
  // Assumed: only the name of the list is documented.
  trash: {
    key: 'trash',
    samples: [{ id: ORDER.id, object: 'Order', objectId: ORDER.id, updatedAt: ORDER.updatedAt }],
  },
}

/** The page commerce7-apis: a list with page numbers has its total, one with cursors the next cursor, if there is one. */
export const documentedAnswer = ({ method, path, query }: FakeCall): DocumentedForm | null => {
  const [, name = '', id] = /^\/v1\/([a-z-]+)(?:\/(.+))?$/.exec(path) ?? []
  const records = RECORDS[name]
  if (!records) return null
  const { key, samples, parts = [] } = records
  if (method === 'DELETE') return { samples: [''] }
  if (method === 'POST') return { samples }
  if (id !== undefined)
    return { samples: name === 'inventory' ? samples.map((one) => ({ ...one, hasInventory: true })) : samples, parts }
  const end = query.has('cursor') ? [{ cursor: ORDER.id }, {}] : [{ total: 2 }]
  return { samples: end.map((one) => ({ [key]: samples, ...one })), parts: [{ [key]: parts }] }
}
