import {
  CHECK,
  DINING_OPTION,
  EMPLOYEE,
  MENUS,
  MODIFIER_OPTION,
  ORDER,
  PAYMENT,
  RESTAURANT,
  SELECTION,
} from '../samples.fixture.ts'
import { businessDay, guid } from './business-days.fixture.ts'
import {
  CENTER,
  type CheckSeed,
  checkSums,
  type EmployeeSeed,
  type ItemSeed,
  LOCATIONS,
  type OrderSeed,
  type ProductSeed,
  type Winery,
} from './winery.fixture.ts'

const reference = (guid: string, entityType: string) => ({ guid, entityType, externalId: null })
const instant = (at: number): string => new Date(at).toISOString().replace('Z', '+0000')

/** Sales categories by their names. */
export const CATEGORIES = ['Wine', 'Food', 'Merchandise', 'Events'].map((name, index) => ({
  guid: guid('ca', index + 1),
  name,
}))

const categoryOf = ({ category }: ProductSeed) => CATEGORIES.find(({ name }) => name === category)

const money = (cents: number): number => cents / 100

const returned = (transaction: string, cents: number, tax: number) => ({
  refundAmount: money(cents),
  taxRefundAmount: money(tax),
  refundTransaction: { guid: transaction, entityType: 'RefundTransaction' },
})

// What is voided has no price in a check, but keeps its own.
const itemWire = (item: ItemSeed, isVoided: boolean) => {
  const { product, gross, discount, tax } = item
  const category = categoryOf(product)
  const net = gross - discount
  return {
    ...SELECTION,
    guid: item.guid,
    item: reference(product.guid, 'MenuItem'),
    deferred: product.isDeferred === true,
    displayName: product.name,
    quantity: item.quantity,
    preDiscountPrice: money(gross),
    price: money(net),
    salesCategory: category ? reference(category.guid, 'SalesCategory') : null,
    voided: isVoided || item.isVoided,
    modifiers: [],
    refundDetails: item.returned === null ? null : returned(item.returned, net, tax),
  }
}

export const paymentWire = ({ guid: id, cents, tip, refund }: CheckSeed['payments'][number], order: OrderSeed) => ({
  ...PAYMENT,
  guid: id,
  amount: money(cents),
  tipAmount: money(tip),
  paymentStatus: order.isVoided ? 'VOIDED' : 'CAPTURED',
  voidInfo: order.isVoided
    ? { voidDate: instant(order.modified), voidBusinessDate: businessDay(order.modified) }
    : null,
  refund:
    refund === null
      ? null
      : {
          refundAmount: money(refund.cents),
          tipRefundAmount: money(refund.tipCents),
          refundDate: instant(refund.at),
          refundBusinessDate: businessDay(refund.at),
          refundTransaction: { guid: refund.transaction, entityType: 'RefundTransaction' },
        },
  orderGuid: order.guid,
})

const checkWire = (check: CheckSeed, order: OrderSeed) => {
  const isVoided = check.isVoided || order.isVoided
  const { goods, tax } = checkSums({ ...check, isVoided })
  const { guest } = check
  return {
    ...CHECK,
    guid: check.guid,
    displayNumber: order.number,
    amount: money(goods),
    taxAmount: money(tax),
    totalAmount: money(goods + tax),
    paymentStatus: check.state,
    voided: isVoided,
    deleted: order.isDeleted,
    selections: check.items.map((item) => itemWire(item, isVoided)),
    appliedServiceCharges: [],
    payments: check.payments.map((payment) => paymentWire(payment, order)),
    customer:
      guest === null
        ? null
        : {
            ...CHECK.customer,
            ...(guest.guid === null ? {} : { guid: guest.guid }),
            firstName: guest.first,
            lastName: guest.last,
            email: guest.email,
          },
  }
}

export const orderWire = (order: OrderSeed) => ({
  ...ORDER,
  guid: order.guid,
  displayNumber: order.number,
  source: order.source,
  openedDate: instant(order.opened),
  modifiedDate: instant(order.modified),
  businessDate: businessDay(order.opened),
  approvalStatus: order.approval,
  numberOfGuests: order.guests,
  diningOption: reference(order.option.guid, 'DiningOption'),
  table: order.hasTable ? reference(guid('ab', 1), 'Table') : null,
  server: order.server ? reference(order.server.guid, 'RestaurantUser') : null,
  revenueCenter: order.hasCenter ? reference(CENTER.guid, 'RevenueCenter') : null,
  deliveryInfo: order.option.behavior === 'DELIVERY' ? { ...ORDER.deliveryInfo, deliveryState: 'PENDING' } : null,
  voided: order.isVoided,
  deleted: order.isDeleted,
  createdInTestMode: order.isNoSale === 'test',
  excessFood: order.isNoSale === 'waste',
  checks: order.checks.map((check) => checkWire(check, order)),
})

export type OrderWire = ReturnType<typeof orderWire>

const GROUP = MENUS.menus[0]?.menuGroups[0]
const ITEM = GROUP?.menuItems[0]

const itemOnMenu = (product: ProductSeed) => ({
  ...ITEM,
  guid: product.guid,
  multiLocationId: null,
  name: product.name,
  sku: product.sku ?? '',
  plu: product.plu ?? '',
  price: money(product.cents),
  isDeferred: product.isDeferred === true,
  salesCategory: categoryOf(product) ?? null,
})

export const menusWire = ({ seeds }: Winery) => {
  const onMenu = seeds.products.filter(({ isOption, isOffMenu }) => !isOption && !isOffMenu)
  const options = seeds.products.filter(({ isOption }) => isOption)
  const groups = [...Map.groupBy(onMenu, ({ group }) => group)]
  return {
    ...MENUS,
    menus: [
      {
        ...MENUS.menus[0],
        name: 'Winery',
        menuGroups: groups.map(([name, items]) => ({
          ...GROUP,
          name,
          menuItems: items.map(itemOnMenu),
          menuGroups: [],
        })),
      },
    ],
    modifierOptionReferences: Object.fromEntries(
      options.map((product, index) => [
        String(index + 10),
        {
          ...MODIFIER_OPTION,
          guid: product.guid,
          multiLocationId: null,
          name: product.name,
          sku: product.sku ?? '',
          price: money(product.cents),
          salesCategory: null,
        },
      ]),
    ),
  }
}

export const employeeWire = ({ guid: id, first, chosen, last, modified, isDeleted }: EmployeeSeed) => ({
  ...EMPLOYEE,
  guid: id,
  firstName: first,
  chosenName: chosen,
  lastName: last,
  modifiedDate: instant(modified),
  deleted: isDeleted,
})

export const optionWire = ({ guid: id, name, behavior }: Winery['options'][number]) => ({
  ...DINING_OPTION,
  guid: id,
  name,
  behavior,
})

export const restaurantWire = (
  { seeds }: Winery,
  location: number,
  facts: { timeZone: string; currency: string | null },
) => {
  const place = LOCATIONS[location]
  return {
    ...RESTAURANT,
    general: {
      ...RESTAURANT.general,
      name: place?.name,
      locationName: place?.locationName,
      timeZone: facts.timeZone,
      currencyCode: facts.currency,
      firstBusinessDate: businessDay(location === 0 ? seeds.firstDay : seeds.barnDay),
    },
  }
}
