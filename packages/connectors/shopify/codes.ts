import type { Channel, DeliveryMethod, FulfillmentStatus, PaymentStatus } from '#domain/commerce.ts'
import { toItemKind, vintageIn } from '#domain/item-kind/item-kind.ts'
import { codes, isPickupName } from '../kit/codes.ts'

/** By the name of the source; other apps are named by a number without meaning. */
export const CHANNELS = codes<Channel>({
  web: 'web',
  buy_button: 'web',
  pos: 'pos',
  // Earlier names of the register.
  iphone: 'pos',
  android: 'pos',
  // Drafts are entered by staff for orders by phone or email.
  shopify_draft_order: 'phone',
  subscription_contract: 'club',
  subscription_contract_checkout_one: 'club',
  amazon: 'marketplace',
  ebay: 'marketplace',
  etsy: 'marketplace',
  facebook: 'marketplace',
  google: 'marketplace',
  instagram: 'marketplace',
  tiktok: 'marketplace',
  'wholesale-channel': 'wholesale',
})

// Refunds are separate orders here, so a refunded order counts as paid. So does one that is paid in part, as in Shopify's reports: an
// edit can add an item to an order that was paid.
export const PAYMENT_STATUSES = codes<PaymentStatus>({
  AUTHORIZED: 'authorized',
  EXPIRED: 'cancelled',
  PAID: 'paid',
  PARTIALLY_PAID: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  PENDING: 'pending',
  REFUNDED: 'paid',
  VOIDED: 'cancelled',
})

/**
 * The payment status of an order; its refunds share it, so that a canceled order and its refunds are both excluded. Of a canceled
 * order whose money was kept in part, that part is a sale.
 */
export const toPaymentStatus = (order: {
  readonly displayFinancialStatus: string | null
  readonly cancelledAt: number | null
  readonly keepsMoney: boolean
}): PaymentStatus => {
  if (order.cancelledAt !== null) return order.keepsMoney ? 'paid' : 'cancelled'
  return PAYMENT_STATUSES.read(order.displayFinancialStatus)
}

export const FULFILLMENT_STATUSES = codes<FulfillmentStatus>({
  FULFILLED: 'fulfilled',
  IN_PROGRESS: 'unfulfilled',
  ON_HOLD: 'unfulfilled',
  OPEN: 'unfulfilled',
  PARTIALLY_FULFILLED: 'partial',
  PENDING_FULFILLMENT: 'unfulfilled',
  REQUEST_DECLINED: 'unfulfilled',
  RESTOCKED: 'not_required',
  SCHEDULED: 'unfulfilled',
  UNFULFILLED: 'unfulfilled',
})

interface DeliveryFacts {
  readonly channel: Channel
  readonly shippingLine: {
    readonly title: string
    readonly code: string | null
    readonly deliveryCategory: string | null
  } | null
  readonly hasShippingAddress: boolean
}

/** Shopify has no field for it: a pickup is recognized by the name of its shipping method. */
export const toDeliveryMethod = ({ channel, shippingLine, hasShippingAddress }: DeliveryFacts): DeliveryMethod => {
  const names = [shippingLine?.deliveryCategory, shippingLine?.code, shippingLine?.title]
  if (names.some(isPickupName)) return 'pickup'
  if (shippingLine !== null || hasShippingAddress) return 'ship'
  return channel === 'pos' ? 'carry_out' : 'other'
}

/** Fields of Shopify that determine the kind of a product. */
interface ArticleFacts {
  readonly isGiftCard: boolean
  readonly title: string
  /** product type chosen by the shop */
  readonly productType: string | null
  /** category in Shopify's taxonomy, such as `Food, Beverages & Tobacco > Beverages > Alcoholic Beverages > Wine` */
  readonly taxonomy: string | null
}

/** The category is the shop's product type, else the last level of Shopify's taxonomy: its upper levels are food for wine too. */
export const kindColumns = ({ isGiftCard, title, productType, taxonomy }: ArticleFacts) => {
  const leaf = taxonomy?.split('>').at(-1)?.trim() ?? null
  const kind = isGiftCard ? 'gift_card' : toItemKind({ title, categories: [productType, leaf] })
  return { category: productType ?? leaf, vintage: vintageIn(title, kind), item_kind: kind }
}

/** The title with the variant's; Shopify names the only variant of a product `Default Title`. */
export const fullTitle = (title: string, variantTitle: string | null): string =>
  variantTitle === null || variantTitle === 'Default Title' ? title : `${title} - ${variantTitle}`
