/**
 * Splits a whole amount of minor units over the lines of each order in proportion to their weights: parts are whole, their
 * sum is the amount, and the units that rounding down leaves go to the largest remainders, earlier lines first.
 *
 * `parts` is a SELECT of `order_id, line, weight, amount`, with weights above 0 and an amount from 0, the same in every row
 * of an order. Gives `order_id, line, share`.
 */
export const apportioned = (parts: string): string => `SELECT order_id, line, CAST(least_share
    + CASE WHEN row_number() OVER (PARTITION BY order_id ORDER BY rest DESC, line)
        <= amount - sum(least_share) OVER (PARTITION BY order_id) THEN 1 ELSE 0 END AS BIGINT) AS share
  FROM (SELECT *, amount * weight // whole AS least_share, amount * weight % whole AS rest
    FROM (SELECT order_id, line, CAST(weight AS HUGEINT) AS weight, CAST(amount AS HUGEINT) AS amount,
        CAST(sum(weight) OVER (PARTITION BY order_id) AS HUGEINT) AS whole
      FROM (${parts})))`
