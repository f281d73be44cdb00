/**
 * `scalar` · `value`: an object without cost, such as money · `object`, `list`, `connection`: of a named type. `scope`: the
 * required permission.
 */
export interface FieldSpec {
  readonly kind: 'scalar' | 'value' | 'object' | 'list' | 'values' | 'connection'
  readonly of?: string
  readonly args?: readonly string[]
  readonly scope?: string
}

const scalar: FieldSpec = { kind: 'scalar' }
const value = (of: string): FieldSpec => ({ kind: 'value', of })
const values = (of: string, args: readonly string[] = []): FieldSpec => ({ kind: 'values', of, args })
const object = (of: string): FieldSpec => ({ kind: 'object', of })
const connection = (of: string): FieldSpec => ({ kind: 'connection', of, args: ['first', 'after'] })

const scalars = (...names: string[]): Record<string, FieldSpec> =>
  Object.fromEntries(names.map((name) => [name, scalar]))

const bags = (...names: string[]): Record<string, FieldSpec> =>
  Object.fromEntries(names.map((name) => [name, value('MoneyBag')]))

const ROOT_LIST = ['first', 'after', 'query', 'sortKey', 'reverse']

/** The part of Shopify's schema that this fake serves; everything else is rejected like an unknown field. */
export const SCHEMA: Readonly<Record<string, Readonly<Record<string, FieldSpec>>>> = {
  Query: {
    orders: { kind: 'connection', of: 'Order', args: ROOT_LIST, scope: 'read_orders' },
    customers: { kind: 'connection', of: 'Customer', args: ROOT_LIST, scope: 'read_customers' },
    productVariants: { kind: 'connection', of: 'ProductVariant', args: ROOT_LIST, scope: 'read_products' },
    order: { kind: 'object', of: 'Order', args: ['id'], scope: 'read_orders' },
    refund: { kind: 'object', of: 'Refund', args: ['id'], scope: 'read_orders' },
    node: { kind: 'object', of: 'Node', args: ['id'] },
    nodes: { kind: 'list', of: 'Node', args: ['ids'] },
    ordersCount: { kind: 'object', of: 'Count', args: ['limit', 'query'], scope: 'read_orders' },
    customersCount: { kind: 'object', of: 'Count', args: ['limit', 'query'], scope: 'read_customers' },
    webhookSubscriptions: { kind: 'connection', of: 'WebhookSubscription', args: ROOT_LIST },
    shop: object('Shop'),
    currentAppInstallation: object('AppInstallation'),
  },
  Mutation: {
    webhookSubscriptionCreate: {
      kind: 'object',
      of: 'WebhookSubscriptionCreatePayload',
      args: ['topic', 'webhookSubscription'],
    },
    webhookSubscriptionDelete: { kind: 'object', of: 'WebhookSubscriptionDeletePayload', args: ['id'] },
    bulkOperationRunQuery: { kind: 'object', of: 'BulkOperationRunQueryPayload', args: ['query', 'groupObjects'] },
  },
  WebhookSubscriptionCreatePayload: {
    webhookSubscription: object('WebhookSubscription'),
    userErrors: values('UserError'),
  },
  WebhookSubscriptionDeletePayload: { ...scalars('deletedWebhookSubscriptionId'), userErrors: values('UserError') },
  WebhookSubscription: scalars('id', 'topic', 'uri', 'format', 'createdAt', 'updatedAt'),
  UserError: scalars('field', 'message'),
  BulkOperationRunQueryPayload: {
    bulkOperation: object('BulkOperation'),
    userErrors: values('BulkOperationUserError'),
  },
  BulkOperationUserError: scalars('code', 'field', 'message'),
  BulkOperation: scalars(
    'id',
    'status',
    'errorCode',
    'createdAt',
    'completedAt',
    'objectCount',
    'rootObjectCount',
    'fileSize',
    'url',
  ),
  Count: scalars('count', 'precision'),
  Shop: scalars('name', 'ianaTimezone', 'currencyCode', 'myshopifyDomain'),
  AppInstallation: { accessScopes: values('AccessScope') },
  AccessScope: scalars('handle'),
  MoneyBag: { shopMoney: value('Money'), presentmentMoney: value('Money') },
  Money: scalars('amount', 'currencyCode'),
  Address: scalars('city', 'provinceCode', 'countryCodeV2', 'zip', 'address1'),
  Order: {
    ...scalars('id', 'name', 'test', 'createdAt', 'processedAt', 'updatedAt', 'cancelledAt', 'sourceName'),
    ...scalars('displayFinancialStatus', 'displayFulfillmentStatus', 'taxesIncluded', 'currencyCode'),
    ...bags('totalPriceSet', 'totalTaxSet', 'totalTipReceivedSet', 'totalShippingPriceSet', 'subtotalPriceSet'),
    ...bags('totalDiscountsSet', 'originalTotalDutiesSet', 'originalTotalAdditionalFeesSet', 'currentTotalPriceSet'),
    ...bags('netPaymentSet', 'totalOutstandingSet'),
    customer: { kind: 'object', of: 'Customer', scope: 'read_customers' },
    staffMember: { kind: 'object', of: 'StaffMember', scope: 'read_users' },
    retailLocation: { kind: 'object', of: 'Location', scope: 'read_locations' },
    shippingAddress: value('Address'),
    billingAddress: value('Address'),
    shippingLine: value('ShippingLine'),
    refunds: { kind: 'list', of: 'Refund', args: ['first'] },
    lineItems: connection('LineItem'),
  },
  StaffMember: scalars('id', 'name'),
  ShippingLine: scalars('title', 'code', 'deliveryCategory', 'source'),
  LineItem: {
    ...scalars('id', 'title', 'name', 'variantTitle', 'sku', 'vendor', 'quantity', 'currentQuantity', 'isGiftCard'),
    ...scalars('requiresShipping'),
    ...bags('originalUnitPriceSet', 'originalTotalSet', 'discountedTotalSet'),
    discountAllocations: values('DiscountAllocation'),
    taxLines: values('TaxLine'),
    product: object('Product'),
    variant: object('ProductVariant'),
  },
  DiscountAllocation: bags('allocatedAmountSet'),
  TaxLine: { ...bags('priceSet'), ...scalars('title', 'rate') },
  Product: {
    ...scalars('id', 'title', 'vendor', 'productType', 'isGiftCard', 'updatedAt'),
    category: value('TaxonomyCategory'),
  },
  TaxonomyCategory: scalars('fullName', 'name'),
  ProductVariant: {
    ...scalars('id', 'title', 'displayName', 'sku', 'price', 'updatedAt'),
    product: object('Product'),
    inventoryItem: { kind: 'object', of: 'InventoryItem', scope: 'read_inventory' },
  },
  InventoryItem: {
    ...scalars('id', 'sku', 'tracked', 'updatedAt'),
    unitCost: value('Money'),
    inventoryLevels: connection('InventoryLevel'),
  },
  InventoryLevel: {
    ...scalars('id', 'updatedAt'),
    location: { kind: 'object', of: 'Location', scope: 'read_locations' },
    quantities: values('InventoryQuantity', ['names']),
  },
  Location: scalars('id', 'name'),
  InventoryQuantity: scalars('name', 'quantity'),
  Refund: {
    ...scalars('id', 'createdAt', 'updatedAt', 'note'),
    ...bags('totalRefundedSet'),
    duties: values('RefundDuty'),
    order: object('Order'),
    refundLineItems: connection('RefundLineItem'),
    refundShippingLines: connection('RefundShippingLine'),
  },
  RefundLineItem: {
    ...scalars('id', 'quantity', 'restockType'),
    ...bags('priceSet', 'subtotalSet', 'totalTaxSet'),
    lineItem: object('LineItem'),
  },
  RefundDuty: bags('amountSet'),
  RefundShippingLine: bags('subtotalAmountSet', 'taxAmountSet'),
  Customer: {
    ...scalars('id', 'displayName', 'firstName', 'lastName', 'createdAt', 'updatedAt'),
    defaultEmailAddress: value('EmailAddress'),
    defaultAddress: value('Address'),
  },
  EmailAddress: scalars('emailAddress'),
}
