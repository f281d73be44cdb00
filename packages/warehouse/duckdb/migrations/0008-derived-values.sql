-- Derived columns as the loader computes them, where a file has other values.
UPDATE orders o SET wine_count = n.wine_count, is_awaiting = n.is_awaiting, compliance = n.compliance
    FROM (
      SELECT h.rowid AS row_id, CASE WHEN h.payment_status = 'paid' THEN coalesce(l.wine_count, 0) ELSE 0 END AS wine_count,
             h.payment_status = 'paid' AND NOT h.is_refund AND h.fulfillment_status IN ('unfulfilled', 'partial') AS is_awaiting,
             lower(h.compliance_status) AS compliance
      FROM orders h LEFT JOIN (
        SELECT service_id, order_source_id, sum(quantity) FILTER (WHERE item_kind = 'wine') AS wine_count
        FROM order_lines GROUP BY service_id, order_source_id
      ) l ON l.service_id = h.service_id AND l.order_source_id = h.source_id
    ) n
    WHERE o.rowid = n.row_id AND (o.wine_count IS DISTINCT FROM n.wine_count
      OR o.is_awaiting IS DISTINCT FROM n.is_awaiting OR o.compliance IS DISTINCT FROM n.compliance);
UPDATE orders o
    SET has_customer = n.has_customer, customer_birth = n.customer_birth, customer_earlier_sales = n.customer_earlier_sales
    FROM (
      SELECT o.rowid AS row_id, c.source_id IS NOT NULL AS has_customer, c.birth AS customer_birth,
             CASE WHEN c.source_id IS NULL THEN NULL
                  WHEN c.currency IS NULL OR c.currency = o.currency THEN coalesce(c.lifetime_value_seed, 0)
                  ELSE 0 END AS customer_earlier_sales
      FROM orders o LEFT JOIN customers c ON c.service_id = o.service_id AND c.source_id = o.customer_source_id
    ) n
    WHERE o.rowid = n.row_id AND (o.has_customer IS DISTINCT FROM n.has_customer OR o.customer_birth IS DISTINCT FROM n.customer_birth
      OR o.customer_earlier_sales IS DISTINCT FROM n.customer_earlier_sales);
UPDATE order_lines o SET has_product = n.has_product
    FROM (
      SELECT o.rowid AS row_id, c.source_id IS NOT NULL AS has_product
      FROM order_lines o LEFT JOIN products c ON c.service_id = o.service_id AND c.source_id = o.product_source_id
    ) n
    WHERE o.rowid = n.row_id AND o.has_product IS DISTINCT FROM n.has_product;
