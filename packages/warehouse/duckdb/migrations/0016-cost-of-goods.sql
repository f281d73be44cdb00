-- Lines know what they cost: with the cost that their product has now, because no source has given another one yet.
ALTER TABLE orders ADD COLUMN IF NOT EXISTS cost_of_goods BIGINT;
ALTER TABLE orders ADD COLUMN IF NOT EXISTS costed_sales BIGINT;
ALTER TABLE orders ADD COLUMN IF NOT EXISTS uncosted_sales BIGINT;
ALTER TABLE order_lines ADD COLUMN IF NOT EXISTS cost BIGINT;
ALTER TABLE order_lines ADD COLUMN IF NOT EXISTS product_cost BIGINT;
ALTER TABLE order_lines ADD COLUMN IF NOT EXISTS cost_of_goods BIGINT;
UPDATE order_lines l SET product_cost = p.cost, cost_of_goods = CAST(round(p.cost * l.quantity) AS BIGINT)
    FROM products p
    WHERE p.service_id = l.service_id AND p.source_id = l.product_source_id AND p.cost IS NOT NULL
      AND (p.currency IS NULL OR p.currency = l.currency) AND l.product_cost IS NULL;
UPDATE orders SET costed_sales = 0, uncosted_sales = net_sales WHERE costed_sales IS NULL;
UPDATE orders o SET cost_of_goods = n.cost, costed_sales = n.sales, uncosted_sales = o.net_sales - n.sales
    FROM (
      SELECT service_id, order_source_id, CAST(sum(cost_of_goods) AS BIGINT) AS cost,
             CAST(sum(net_sales) AS BIGINT) AS sales
      FROM order_lines WHERE cost_of_goods IS NOT NULL AND item_kind <> 'gift_card' GROUP BY service_id, order_source_id
    ) n
    WHERE n.service_id = o.service_id AND n.order_source_id = o.source_id AND o.cost_of_goods IS NULL;
