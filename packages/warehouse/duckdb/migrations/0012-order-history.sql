-- Orders know their place in the history of their customer.
ALTER TABLE orders ADD COLUMN IF NOT EXISTS prior_orders INTEGER;
ALTER TABLE orders ADD COLUMN IF NOT EXISTS first_order DATE;
ALTER TABLE orders ADD COLUMN IF NOT EXISTS days_since_order INTEGER;
UPDATE orders o
    SET prior_orders = h.prior_orders, first_order = h.first_order, days_since_order = h.days_since_order
    FROM (
      WITH placed AS MATERIALIZED (
        SELECT rowid AS order_id, service_id, source_id, customer_source_id, CAST(ordered_local AS DATE) AS day,
               is_counted, CASE WHEN is_refund THEN refund_of_source_id END AS refunded,
               count(*) FILTER (WHERE is_counted) OVER before AS prior_orders,
               last_value(CASE WHEN is_counted THEN CAST(ordered_local AS DATE) END IGNORE NULLS) OVER before
                 AS previous_day,
               arg_min(CAST(ordered_local AS DATE), ordered_utc) FILTER (WHERE is_counted)
                 OVER (PARTITION BY service_id, customer_source_id) AS first_order
        FROM orders WHERE customer_source_id IS NOT NULL
        WINDOW before AS (PARTITION BY service_id, customer_source_id ORDER BY ordered_utc, source_id
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
      )
      SELECT p.order_id, CAST(coalesce(r.prior_orders, p.prior_orders) AS INTEGER) AS prior_orders, p.first_order,
             CASE WHEN p.is_counted THEN CAST(date_diff('day', p.previous_day, p.day) AS INTEGER) END AS days_since_order
      FROM placed p LEFT JOIN (
        SELECT service_id, source_id, customer_source_id, prior_orders FROM placed
        WHERE source_id IN (SELECT refunded FROM placed WHERE refunded IS NOT NULL)
      ) r ON r.service_id = p.service_id AND r.source_id = p.refunded AND r.customer_source_id = p.customer_source_id
    ) h
    WHERE o.rowid = h.order_id AND (o.prior_orders IS DISTINCT FROM h.prior_orders
      OR o.first_order IS DISTINCT FROM h.first_order OR o.days_since_order IS DISTINCT FROM h.days_since_order);
