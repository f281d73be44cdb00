import type { Question } from './question-core.fixture.ts'

export const CUSTOMER_QUESTIONS: readonly Question[] = [
  ['top 20 customers', 'Customers: netSales | by customer | top 20'],
  ['top customers last year', 'Customers: netSales | by customer | in LastYear'],
  ['Who are our best customers this year?', 'Customers: netSales | by customer | in ThisYear'],
  [
    'customers who spent more than $500 last year',
    'Customers: netSales | by customer | where netSales > 500 | in LastYear',
  ],
  [
    'which customers spent over 1000 this month',
    'Customers: netSales | by customer | where netSales > 1000 | in ThisMonth',
  ],
  ['customers with more than 3 orders', 'Customers: orderCount | by customer | where orderCount > 3'],
  ['how many customers do we have', 'Customers: customerCount'],
  ['number of customers by state', 'Customers: customerCount | by state'],
  ['How many customers bought last month?', 'Orders: customerCount, netSales | in LastMonth'],
  ['customers by age group', 'Customers: customerCount | by ageBracket'],
  ['sales by age group', 'Customers: netSales | by ageBracket'],
  ['new customers this month', 'Customers: customerCount | in ThisMonth on customerSince'],
  [
    'new customers per month last year',
    'Customers: customerCount | by customerSinceMonth | in LastYear on customerSince',
  ],
  [
    'how many new customers did we get in 2025',
    'Customers: customerCount | in 2025-01-01..2026-01-01 on customerSince',
  ],
  ['list new customers last week', 'list newCustomer | in LastWeek'],
  ['list customers in Texas', 'list customer | where state = TX'],
  ['list customers who are club members', 'list customer | where isClubMember'],
  ['lifetime value by state', 'Customers: lifetimeValue | by state'],
  ['What is our average customer lifetime value?', 'Customers: lifetimeValue, customerCount'],
  ['top 10 customers in California by orders', 'Customers: orderCount | by customer | where state = CA | top 10'],
  ['top 10 customers who are not members', 'Customers: netSales | by customer | where !isClubMember | top 10'],
  ["customers who haven't ordered in the last 90 days", 'list customer | where lastOrderDate < 2025-12-15'],
  ['Which customers have not bought since January 2025?', 'list customer | where lastOrderDate < 2025-01-01'],
  ['top 10 online customers', 'Orders: netSales | by customer | where channel = web | top 10'],
  ['states with the most customers', 'Customers: customerCount | by state'],
  ['sales by customer segment', 'Customers: netSales | by segment'],
  ['customers who bought Chardonnay', '? Chardonnay'],
  [
    'show customers with lifetime value over 2000',
    'Customers: lifetimeValue | by customer | where lifetimeValue > 2000',
  ],
]
