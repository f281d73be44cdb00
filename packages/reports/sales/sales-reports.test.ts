import { COUNTED, judge, LAST_365_DAYS, SALES, WITHIN } from '../judge.fixture.ts'

const AVERAGE_DAY = `sum(o.net_sales) / count(DISTINCT CASE WHEN ${COUNTED} THEN o.ordered_local::DATE END)`
const lastYear = WITHIN('o.ordered_local', ...LAST_365_DAYS)

judge([
  [
    'sales/sales-trends',
    `SELECT month(o.ordered_local), year(o.ordered_local), ${SALES} FROM orders o
     WHERE ${WITHIN('o.ordered_local', '2024-01-01', '2027-01-01')} GROUP BY ALL ORDER BY 1, 2`,
  ],
  [
    'sales/by-day-of-week',
    `SELECT isodow(o.ordered_local), ${SALES}, ${AVERAGE_DAY} FROM orders o WHERE ${lastYear} GROUP BY 1 ORDER BY 1`,
  ],
  [
    'sales/weekday-vs-weekend',
    `SELECT isodow(o.ordered_local) IN (6, 7), ${SALES}, ${AVERAGE_DAY} FROM orders o
     WHERE ${lastYear} GROUP BY 1 ORDER BY 1`,
  ],
])
