-- Orders store the quantity of their wine lines.
ALTER TABLE orders ADD COLUMN IF NOT EXISTS wine_count DECIMAL(18, 3);
UPDATE orders o SET wine_count = CASE WHEN o.payment_status = 'paid' THEN coalesce((
      SELECT sum(l.quantity) FILTER (WHERE l.item_kind = 'wine') FROM order_lines l
      WHERE l.service_id = o.service_id AND l.order_source_id = o.source_id), 0) ELSE 0 END;
