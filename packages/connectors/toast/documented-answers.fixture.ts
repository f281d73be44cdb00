import type { DocumentedForm } from '../kit/documented-form.fixture.ts'
import type { FakeCall } from '../kit/fake-server.fixture.ts'
import {
  DINING_OPTION,
  EMPLOYEE,
  FUTURE_ORDER,
  LOGIN,
  MENUS,
  MODIFIER_OPTION,
  NAMED,
  NEWER_ORDER,
  ORDER,
  PAYMENT,
  RESTAURANT,
} from './samples.fixture.ts'

const MENU_PART = { ...MENUS, modifierOptionReferences: { 10: MODIFIER_OPTION } }

const FORMS: Readonly<Record<string, DocumentedForm>> = {
  '/authentication/v1/authentication/login': { samples: [LOGIN] },
  '/orders/v2/ordersBulk': { samples: [[ORDER], [FUTURE_ORDER]], parts: [[NEWER_ORDER]] },
  '/orders/v2/payments': { samples: [['e8cee462-78b4-4d83-a8ac-6006903f36d7']] },
  '/labor/v1/employees': { samples: [[EMPLOYEE]] },
  '/config/v2/diningOptions': { samples: [[DINING_OPTION]] },
  '/config/v2/revenueCenters': { samples: [[NAMED]] },
  '/config/v2/salesCategories': { samples: [[NAMED]] },
  '/menus/v2/menus': { samples: [MENUS], parts: [MENU_PART] },
}

/** The answers of https://doc.toasttab.com/doc/devguide/ and of Toast's specifications. */
export const documentedAnswer = ({ path }: FakeCall): DocumentedForm | null => {
  if (path.startsWith('/orders/v2/orders/')) return { samples: [ORDER, FUTURE_ORDER], parts: [NEWER_ORDER] }
  if (path.startsWith('/orders/v2/payments/'))
    return { samples: [PAYMENT], parts: [NEWER_ORDER.checks[0]?.payments[0]] }
  if (path.startsWith('/restaurants/v1/restaurants/')) {
    return { samples: [RESTAURANT], parts: [{ general: { currencyCode: 'USD', firstBusinessDate: 20190101 } }] }
  }
  return FORMS[path] ?? null
}
