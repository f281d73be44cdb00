import { COUNTED, DAY, LAST_90_DAYS, testReportsAgainstSql, WITHIN } from '../winery.fixture.ts'

const PAID = `o.payment_status = 'paid'`
const UNITS = `coalesce(sum(CASE WHEN ${PAID} THEN l.quantity END), 0)`
const NET = `coalesce(sum(CASE WHEN ${PAID} AND l.item_kind <> 'gift_card' THEN l.amount END), 0)`
const ORDERS = `count(DISTINCT CASE WHEN ${COUNTED} THEN o.source_id END)`

testReportsAgainstSql([
  [
    'products/top-products',
    `SELECT p.source_id, p.title, ${UNITS}, ${NET} AS net, ${ORDERS}
     FROM products p LEFT JOIN (order_lines l JOIN orders o
       ON o.source_id = l.order_source_id AND ${WITHIN('o.ordered_local', ...LAST_90_DAYS)})
       ON l.product_source_id = p.source_id
     GROUP BY 1, 2 HAVING ${UNITS} <> 0 OR ${NET} <> 0 ORDER BY net DESC, 1, 2 LIMIT 50`,
  ],
  [
    'products/list',
    `SELECT p.source_id, p.sku, p.title, p.category, p.brand, p.vintage, p.varietal, p.price, ${UNITS}, ${NET}, ${ORDERS},
       ${DAY(`max(CASE WHEN ${PAID} AND l.quantity > 0 THEN o.ordered_local END)`)}
     FROM products p LEFT JOIN (order_lines l JOIN orders o ON o.source_id = l.order_source_id)
       ON l.product_source_id = p.source_id
     GROUP BY ALL ORDER BY min(p.vintage) COLLATE en DESC NULLS LAST, min(p.title) COLLATE en, p.sku, p.source_id`,
  ],
  [
    'products/low-inventory',
    `WITH pace AS (
       SELECT l.sku, sum(l.quantity) / 12.86 AS weekly FROM order_lines l JOIN orders o ON o.source_id = l.order_source_id
       WHERE ${PAID} AND ${WITHIN('o.ordered_local', ...LAST_90_DAYS)} GROUP BY 1 HAVING sum(l.quantity) > 0),
     stock AS (SELECT sku, product_title, sum(on_hand) AS on_hand, sum(reserved), sum(allocated), sum(available) AS available
       FROM inventory GROUP BY 1, 2)
     SELECT stock.*, pace.weekly, available / pace.weekly AS weeks
     FROM stock JOIN pace ON pace.sku = stock.sku WHERE weeks < 8 ORDER BY weeks, stock.sku`,
  ],
])
