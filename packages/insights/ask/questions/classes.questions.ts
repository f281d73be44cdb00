import type { Question } from './question-core.fixture.ts'

/** Ways of asking that a round of somebody else's questions showed, in other sentences. */
export const CLASS_QUESTIONS: readonly Question[] = [
  [
    'are tuesdays or thursdays busier',
    'Reservations: guests | by reservationWeekday | where reservationWeekday = 2 or reservationWeekday = 4',
  ],
  [
    'are we busier on fridays or mondays',
    'Reservations: guests | by reservationWeekday | where reservationWeekday = 5 or reservationWeekday = 1',
  ],
  ['is revenue higher on weekends than weekdays', 'Orders: netSales | by isWeekend'],
  ['more', '?'],
  ['sales on the web or in California last year', 'Orders: netSales | where channel = web or state = CA | in LastYear'],
  [
    'compare chardonnay sales with last year',
    'OrderLines: netSales | where varietal = Chardonnay | in ThisYear | vs previousYear',
  ],
  ['compare web orders to last month', 'Orders: orderCount | where channel = web | in ThisMonth | vs previousPeriod'],
  ['club shipments not picked up', 'Orders: orderCount | where channel = club, deliveryMethod = pickup, isAwaiting'],
  ['orders in the tasting room or from Texas', 'Orders: orderCount | where channel = pos or state = TX'],
  ['rank my team by tips last month', 'Orders: tip | by teamMember | in LastMonth'],
  ['net sales for each of my staff this year', 'Orders: netSales | by teamMember | in ThisYear'],
  ['net sales for each of my', '?'],
  ['where do our customers live', 'Customers: customerCount | by state'],
  ['where do we sell the most', 'asks'],
  ['how is the club doing', 'asks'],
  ['which wines aren’t selling', 'Products: unitsSold | by product | where itemKind = wine | sort unitsSold'],
  [
    'how many who joined in 2025 are still members',
    'Memberships: memberCount | where status != cancelled | in 2025-01-01..2026-01-01',
  ],
  ['most popular zin', 'OrderLines: netSales | by productTitle | where varietal = Zinfandel | sort -netSales'],
  ['who went on hold last month', 'list hold | in LastMonth'],
  ['signups and cancellations by month', 'Memberships: signups, cancellations | by asOfMonth'],
  [
    'customers who ordered last year but not this year',
    'list customer | who ordered last year | who didn’t order this year',
  ],
  [
    'average price per bottle of chardonnay, web vs club',
    'OrderLines: netSales/unitsSold | by channel | where varietal = Chardonnay, channel = web, channel = club',
  ],
  ['sales this month vs last', 'Orders: netSales | in ThisMonth | vs previousPeriod'],
  ['what did I pay the team last month', '?'],
  ['top 5 wines poured at the counter', '?'],
  ['total take for the weekend', 'Orders: netSales | in 2026-03-14..2026-03-16'],
  ['biggest discounts this quarter', 'list order | in ThisQuarter | sort -discount'],
  [
    'how many refunds did we do in feb and for how much',
    'Orders: refundCount, netSales | where isRefund | in 2026-02-01..2026-03-01',
  ],
  ['week over week sales', 'Orders: netSales | in ThisWeek | vs previousPeriod'],
  ['q1 vs q1 last year', 'Orders: netSales | in 2026-01-01..2026-04-01 | vs previousYear'],
  ['month to date vs same period last month', 'Orders: netSales | in mtd | vs previousPeriod'],
  ['how many people are booked for easter', 'Reservations: bookedGuests | in 2026-04-05..2026-04-06'],
  ['monday sales over time', 'Orders: netSales | by orderMonth | where orderWeekday = 1'],
  ['wines nobody bought in the last 6 months', 'list product | where itemKind = wine, lastSoldDate < 2025-09-14'],
  ["who's coming tomorrow", 'list reservation | where status = reserved | in 2026-03-15..2026-03-16'],
  [
    'which wines do we make the most on',
    'Products: grossProfit | by product | where itemKind = wine | sort -grossProfit',
  ],
  ['what will we sell next month', 'Orders: netSales | forecast 2026-04-01..2026-05-01'],
  ['sales forecast for next month', 'Orders: netSales | forecast 2026-04-01..2026-05-01'],
  [
    'forecast web sales for the next 3 months',
    'Orders: netSales | where channel = web | forecast 2026-04-01..2026-07-01',
  ],
  ['tasting room sales next weekend', 'Orders: netSales | where channel = pos | forecast 2026-03-21..2026-03-23'],
  [
    'how many bottles will we sell in april',
    'OrderLines: unitsSold | where itemKind = wine | forecast 2026-04-01..2026-05-01',
  ],
]
