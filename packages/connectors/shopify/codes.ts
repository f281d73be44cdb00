import type { Channel, DeliveryMethod, FulfillmentStatus, PaymentStatus } from '#domain/commerce.ts'
import { toItemKind, vintageIn } from '#domain/item-kind/item-kind.ts'
import { codesOf, isPickupName } from '../kit/codes.ts'
import type { ShopifyOrder } from './order-schema.ts'

/** By the name of the source; other apps are named by a number without meaning. */
export const CHANNELS = codesOf<Channel>({
  web: 'web, buy_button',
  // Besides, earlier names of the register.
  pos: 'pos, iphone, android',
  // Drafts are entered by staff for orders by phone or email.
  phone: 'shopify_draft_order',
  club: 'subscription_contract, subscription_contract_checkout_one',
  marketplace: 'amazon, ebay, etsy, facebook, google, instagram, tiktok',
  wholesale: 'wholesale-channel',
})

// Refunds are separate orders here, so a refunded order counts as paid. So does one that is paid in part, as in Shopify's reports: an
// edit can add an item to an order that was paid.
export const PAYMENT_STATUSES = codesOf<PaymentStatus>({
  authorized: 'AUTHORIZED',
  cancelled: 'EXPIRED, VOIDED',
  paid: 'PAID, PARTIALLY_PAID, PARTIALLY_REFUNDED, REFUNDED',
  pending: 'PENDING',
})

/**
 * The payment status of an order; its refunds share it, so that a canceled order and its refunds are both excluded. Of a canceled
 * order whose money was kept in part, that part is a sale.
 */
export const toPaymentStatus = (
  order: Pick<ShopifyOrder, 'displayFinancialStatus' | 'cancelledAt'>,
  keepsMoney: boolean,
): PaymentStatus => {
  if (order.cancelledAt !== null) return keepsMoney ? 'paid' : 'cancelled'
  return PAYMENT_STATUSES.read(order.displayFinancialStatus)
}

export const FULFILLMENT_STATUSES = codesOf<FulfillmentStatus>({
  fulfilled: 'FULFILLED',
  unfulfilled: 'IN_PROGRESS, ON_HOLD, OPEN, PENDING_FULFILLMENT, REQUEST_DECLINED, SCHEDULED, UNFULFILLED',
  partial: 'PARTIALLY_FULFILLED',
  not_required: 'RESTOCKED',
})

interface DeliveryFacts extends Pick<ShopifyOrder, 'shippingLine'> {
  readonly channel: Channel
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
