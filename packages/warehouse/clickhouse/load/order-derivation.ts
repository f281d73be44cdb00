import { type LoadStatements, quote, stored, storedOfAll, typed } from './load-statements.ts'

/** Orders to compute again: a subquery of their ids, null for all of the service. */
export type Among = string | null

const isAmong = (column: string, among: Among): string => (among === null ? 'true' : `${column} IN ${among}`)

const differsFrom = (values: Readonly<Record<string, string>>, alias: string): string =>
  Object.entries(values)
    .map(([name, sql]) => `${alias}.${quote(name)} IS DISTINCT FROM ${sql}`)
    .join(' OR ')

const isAwaiting = (order: string): string =>
  `(${order}.payment_status = 'paid' AND NOT ${order}.is_refund AND ${order}.fulfillment_status IN ('unfulfilled', 'partial'))`

/** The lines of orders with what they cost, and the columns that they take from their order and their product. */
const costedLines = (among: Among): string => `(
  SELECT l.source_id AS source_id, l.order_source_id AS order_source_id, l.item_kind AS item_kind, l.amount AS amount,
         l.quantity AS quantity, c.source_id IS NOT NULL AS has_product,
         coalesce(l.product_cost, if(c.currency IS NULL OR c.currency = h.currency, c.cost, NULL)) AS unit_cost,
         coalesce(l.cost, CAST(round(unit_cost * l.quantity) AS Nullable(Int64))) AS line_cost
  FROM (SELECT * FROM ${stored('order_lines')} WHERE ${isAmong('order_source_id', among)}) AS l
  LEFT JOIN (SELECT source_id, currency FROM ${stored('orders')} WHERE ${isAmong('source_id', among)}) AS h
    ON h.source_id = l.order_source_id
  LEFT JOIN ${stored('products')} AS c ON c.source_id = l.product_source_id)`

const sumsByOrder = (among: Among): string => `(
  SELECT order_source_id, sum(quantity) AS items, sum(amount) FILTER (WHERE item_kind <> 'gift_card') AS sales,
         sum(quantity) FILTER (WHERE item_kind = 'wine') AS wine,
         countIf(item_kind <> 'gift_card' AND line_cost IS NOT NULL) AS costed,
         sum(line_cost) FILTER (WHERE item_kind <> 'gift_card') AS costs,
         sum(amount) FILTER (WHERE item_kind <> 'gift_card' AND line_cost IS NOT NULL) AS costed_amount
  FROM ${costedLines(among)} GROUP BY order_source_id)`

/** What an order takes from the customer that it counts for. */
const OF_CUSTOMER = {
  has_customer: '(c.source_id IS NOT NULL)',
  customer_birth: 'c.birth',
  customer_earlier_sales: `if(c.source_id IS NULL, NULL,
    if(c.currency IS NULL OR c.currency = o.currency, coalesce(c.lifetime_value_seed, 0), 0))`,
}

const JOIN_CUSTOMER = `LEFT JOIN ${storedOfAll('customers')} AS c
  ON c.service_id = o.customer_service_id AND c.source_id = o.customer_id`

/** What orders of all services take from customers. */
export const deriveCustomers = async (load: LoadStatements, customers: Among): Promise<void> => {
  const values = typed('orders', OF_CUSTOMER)
  await load.write('orders', {
    from: `(SELECT * FROM ${storedOfAll('orders')} WHERE customer_id IS NOT NULL AND ${isAmong('customer_id', customers)}) AS o
      ${JOIN_CUSTOMER} WHERE ${differsFrom(values, 'o')}`,
    alias: 'o',
    values,
  })
}

const deriveHeaders = async (load: LoadStatements, among: Among): Promise<void> => {
  const ifPaid = (sql: string) => `if(o.payment_status = 'paid', coalesce(${sql}, 0), 0)`
  const netSales = ifPaid('s.sales')
  const values = typed('orders', {
    item_count: 'coalesce(s.items, 0)',
    net_sales: netSales,
    is_counted: `(o.payment_status = 'paid' AND NOT o.is_refund AND ${netSales} > 0)`,
    wine_count: ifPaid('s.wine'),
    is_awaiting: isAwaiting('o'),
    compliance: 'lowerUTF8(o.compliance_status)',
    ...OF_CUSTOMER,
    cost_of_goods: 'if(coalesce(s.costed, 0) > 0, s.costs, NULL)',
    costed_sales: ifPaid('s.costed_amount'),
    uncosted_sales: `(${netSales} - ${ifPaid('s.costed_amount')})`,
  })
  await load.write('orders', {
    from: `(SELECT * FROM ${stored('orders')} WHERE ${isAmong('source_id', among)}) AS o
      LEFT JOIN ${sumsByOrder(among)} AS s ON s.order_source_id = o.source_id
      ${JOIN_CUSTOMER}
      WHERE ${differsFrom(values, 'o')}`,
    alias: 'o',
    values,
  })
}

// A line without its order is stored, and counts for nothing until the order is loaded.
const deriveLines = async (load: LoadStatements, among: Among): Promise<void> => {
  const values = typed('order_lines', {
    net_sales: `if(h.payment_status = 'paid' AND o.item_kind <> 'gift_card', o.amount, 0)`,
    ordered_utc: 'h.ordered_utc',
    ordered_local: 'h.ordered_local',
    channel: 'h.channel',
    currency: 'h.currency',
    is_refund: 'coalesce(h.is_refund, false)',
    is_paid: `coalesce(h.payment_status = 'paid', false)`,
    is_counted: 'coalesce(h.is_counted, false)',
    has_product: 'k.has_product',
    product_cost: 'k.unit_cost',
    cost_of_goods: 'k.line_cost',
  })
  await load.write('order_lines', {
    from: `(SELECT * FROM ${stored('order_lines')} WHERE ${isAmong('order_source_id', among)}) AS o
      LEFT JOIN ${costedLines(among)} AS k ON k.source_id = o.source_id
      LEFT JOIN (SELECT * FROM ${stored('orders')} WHERE ${isAmong('source_id', among)}) AS h
        ON h.source_id = o.order_source_id
      WHERE ${differsFrom(values, 'o')}`,
    alias: 'o',
    values,
  })
}

const DAY = 'toDate32(ordered_local)'
const COUNTED_DAY = `if(is_counted, ${DAY}, NULL)`
const BY_TIME =
  'PARTITION BY customer_service_id, customer_id ORDER BY ordered_utc, source_id, service_id ROWS BETWEEN UNBOUNDED PRECEDING AND'

/** The history of each order with all orders of its customers. Orders of one instant follow each other by id. */
const placedOrders = (customers: Among): string => `(
  SELECT service_id, source_id, customer_service_id, customer_id, if(is_refund, refund_of_source_id, NULL) AS refunded,
         countIf(coalesce(is_counted, false)) OVER (${BY_TIME} 1 PRECEDING) AS prior_orders,
         first_value(${COUNTED_DAY}) OVER (${BY_TIME} UNBOUNDED FOLLOWING) AS first_order,
         if(is_counted, dateDiff('day', last_value(${COUNTED_DAY}) OVER (${BY_TIME} 1 PRECEDING), ${DAY}), NULL)
           AS days_since_order
  FROM ${storedOfAll('orders')} WHERE customer_id IS NOT NULL AND ${isAmong('customer_id', customers)})`

/** Of orders of all services. A refund has the place of the order that it refunds. */
export const deriveHistory = async (load: LoadStatements, customers: Among): Promise<void> => {
  const values = typed('orders', {
    prior_orders: 'if(p.source_id IS NULL, NULL, coalesce(r.prior_orders, p.prior_orders))',
    first_order: 'p.first_order',
    days_since_order: 'p.days_since_order',
  })
  await load.write('orders', {
    from: `(SELECT * FROM ${storedOfAll('orders')}
        WHERE customer_id IS NOT NULL AND ${isAmong('customer_id', customers)}) AS o
      LEFT JOIN ${placedOrders(customers)} AS p ON p.service_id = o.service_id AND p.source_id = o.source_id
      LEFT JOIN ${placedOrders(customers)} AS r
        ON r.service_id = p.service_id AND r.source_id = p.refunded
          AND r.customer_service_id = p.customer_service_id AND r.customer_id = p.customer_id
      WHERE ${differsFrom(values, 'o')}`,
    alias: 'o',
    values,
  })
}

/** Computes the derived columns of orders and their lines again, but for their history, and writes the rows in which one differs. */
export const deriveOrders = async (load: LoadStatements, orders: Among): Promise<void> => {
  await deriveHeaders(load, orders)
  await deriveLines(load, orders)
}
