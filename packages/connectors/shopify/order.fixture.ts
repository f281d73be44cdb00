import type { ShopifyOrder, ShopifyRefund } from './order-schema.ts'

const money = (minor: number) => ({ minor, major: minor / 100, currency: 'USD' })

type Line = ShopifyOrder['lineItems']['nodes'][number]

/** Money in minor units. */
export interface LineFacts extends Partial<Omit<Line, 'id'>> {
  readonly id?: string
  readonly unit: number
  readonly discounts?: readonly number[]
  readonly taxes?: readonly number[]
}

/** A parsed line. */
export const shopifyLine = ({ id = '1', unit, discounts = [], taxes = [], ...rest }: LineFacts): Line => {
  const quantity = rest.quantity ?? 1
  return {
    id,
    title: '2021 Pinot Noir',
    variantTitle: '750ml',
    sku: 'PN21',
    vendor: 'Estate',
    isGiftCard: false,
    originalUnitPriceSet: money(unit),
    originalTotalSet: money(unit * quantity),
    discountAllocations: discounts.map((minor) => ({ allocatedAmountSet: money(minor) })),
    taxLines: taxes.map((minor) => ({ priceSet: money(minor) })),
    product: { productType: 'Wine', category: null },
    variant: { id: '44' },
    ...rest,
    quantity,
  }
}

export interface OrderFacts extends Partial<Omit<ShopifyOrder, 'lineItems'>> {
  readonly lines: readonly Line[]
  readonly total: number
  readonly tax?: number
  readonly tip?: number
  readonly shipping?: number
  readonly duties?: number
  /** default: the total */
  readonly netPayment?: number
  readonly outstanding?: number
}

/** A parsed order. */
export const shopifyOrder = ({
  lines,
  total,
  tax = 0,
  tip = 0,
  shipping = 0,
  duties,
  netPayment = total,
  outstanding = 0,
  ...rest
}: OrderFacts): ShopifyOrder => ({
  id: '100',
  name: '#1001',
  test: false,
  processedAt: 1_000,
  updatedAt: 2_000,
  cancelledAt: null,
  sourceName: 'web',
  displayFinancialStatus: 'PAID',
  displayFulfillmentStatus: 'FULFILLED',
  taxesIncluded: false,
  totalPriceSet: money(total),
  totalTaxSet: money(tax),
  totalTipReceivedSet: money(tip),
  totalShippingPriceSet: money(shipping),
  originalTotalDutiesSet: duties === undefined ? null : money(duties),
  originalTotalAdditionalFeesSet: null,
  netPaymentSet: money(netPayment),
  totalOutstandingSet: money(outstanding),
  customer: null,
  staffMember: null,
  shippingAddress: null,
  billingAddress: null,
  shippingLine: null,
  refunds: [],
  lineItems: { nodes: [...lines] },
  ...rest,
})

export interface RefundFacts {
  readonly id?: string
  readonly items?: readonly {
    readonly lineId: string
    readonly quantity: number
    readonly subtotal: number
    readonly tax?: number
  }[]
  readonly shipping?: number
  readonly shippingTax?: number
  readonly duties?: number
  /** default: 0 */
  readonly payout?: number
}

/** A parsed refund. */
export const shopifyRefund = (facts: RefundFacts): ShopifyRefund => ({
  id: facts.id ?? '7',
  createdAt: 3_000,
  updatedAt: 3_500,
  totalRefundedSet: money(facts.payout ?? 0),
  duties: facts.duties === undefined ? [] : [{ amountSet: money(facts.duties) }],
  refundLineItems: {
    nodes: (facts.items ?? []).map(({ lineId, quantity, subtotal, tax = 0 }) => ({
      lineItem: { id: lineId },
      quantity,
      subtotalSet: money(subtotal),
      totalTaxSet: money(tax),
    })),
  },
  refundShippingLines: {
    nodes:
      facts.shipping === undefined
        ? []
        : [{ subtotalAmountSet: money(facts.shipping), taxAmountSet: money(facts.shippingTax ?? 0) }],
  },
})
