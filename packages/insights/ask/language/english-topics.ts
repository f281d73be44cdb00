/** Known words for which there is no data, with a sentence that says so. */
export const ENGLISH_TOPICS: readonly (readonly [phrases: string, reason: string])[] = [
  [
    'gets bought most together with, bought most together with, gets bought together with, gets bought with, most bought with, in the same order, on the same order, same order, usually buy with, buy along with, bought along with, buy together, bought together, bought together with, buy together with, buy with, goes with, pairs with, most common to buy',
    'Which products are bought together isn’t in reports. Ask for the products that one customer or club bought.',
  ],
  [
    'a phone, email and phone, phone and email, phone number, phone numbers, phone #, with phone, phone nos, phone no, phone calls, phone list, call list, calling list, cell number, cell numbers, mobile number, mobile numbers',
    'There are no phone numbers or calls in reports. Ask for a list of names and email addresses instead.',
  ],
  [
    'left in the same month, left in the same year, cancelled in the same month, canceled in the same month, cancelled in the same year, canceled in the same year, cancelled within the same month, canceled within the same month, left within the same month, on the same day',
    'Two dates of one record can’t be compared with each other.',
  ],
  [
    'gift orders, gift order, gift purchases, orders as gifts, ordered as gifts, sent as gifts, bought as gifts, bought as a gift, sent as a gift',
    'Whether an order was a gift isn’t in your data. Gift cards and merchandise are.',
  ],
  [
    'inventory worth, inventory value, value of inventory, value of our inventory, stock worth, stock value, value of our stock, worth, valuation, value of the cellar, inventory valuation',
    'Stock is in units, without its value. Ask for units on hand by wine, and for gross profit of what was sold.',
  ],
  [
    'did people like, do people like, did guests like, do guests like, how did people like, did people love, do people love, customer satisfaction, happy with, reviews',
    'What guests think isn’t in your data.',
  ],
  ['score, scores, wine spectator, wine enthusiast, critics, points from', 'What critics say isn’t in your data.'],
  [
    'booking lead time, how far in advance, how far ahead, far in advance, days in advance, weeks in advance',
    'When reservations were made isn’t in your data.',
  ],
  ['event tickets, tickets to events, ticket sales', 'Event tickets aren’t in your data.'],
  ['net of, on 3rd party, made in', 'These words have no single meaning here. Name the metric instead.'],
  [
    `did i sell, have i sold, i sold, did i make, have i made, did i do, did i sign up, did i earn, my tips, my commission, my own sales,
    sales of mine, do i have to work, am i working, am i doing`,
    'Cuvee can’t tell who is asking. Name the person instead.',
  ],
  [
    'card expires, cards expire, card expiring, cards expiring, expired card, expired cards, expiring cards, card expiration, card on file',
    'When cards expire isn’t in your data. Declined cards are.',
  ],
  ['order value', 'Ask for the average order value, or for orders over an amount.'],
  [
    `email open, open rate, open rates, click rate, click through, email campaign, email campaigns, campaign, campaigns, newsletter, newsletters,
    mailchimp, klaviyo, email list growth, signed up for email, signed up for emails, signed up for our emails, opted in to email, opted in, email opt in, newsletter signups, got an email, gotten an email, get an email, received an email, receive our emails, subscribers to our list, unsubscribes, email revenue, email sales, sales from email, sales from emails, unsubscribed, unsubscribe, opted out, opt out, email blast, text message, text messages, sms`,
    'Email and text campaigns aren’t in your data.',
  ],
  [
    `visited our website, visited the website, visited our site, visit our website, hits on our website, website traffic, web traffic, site traffic, page views, pageviews, sessions, site visits, website visits, web visitors, website visitors, online visitors,
    bounce rate, abandoned carts, abandoned cart, abandoned their cart, abandoned their carts, abandon their cart, carts, cart, abandoned checkouts, cart abandonment, add to cart, web conversion, web conversion rate,
    website conversion, website conversion rate, online conversion, online conversion rate, ecommerce conversion, ecommerce conversion rate, site conversion, seo`,
    'Website visits aren’t in your data. Only web orders are.',
  ],
  [
    `roi, google ads, ads roi, ad spend, google, referral, referrals, referred, utm, ads, advertising, ad campaign, hear about us, heard about us, find us,
    yelp, tripadvisor, found us, lead source, marketing source`,
    'How people heard about your winery isn’t in your data.',
  ],
  ['instagram, facebook, tiktok, social media, followers, likes', 'Social media isn’t in your data.'],
  [
    'who should i call, who should we call, who do i call, who do we call, who to call, whom to call, members to call, customers to call',
    'The Save List names the members to call, and why.',
  ],
  [
    `promo code, promo codes, coupon, coupons, coupon code, discount code, discount codes, voucher, vouchers, promotion code, promotions, promotion`,
    'Discount codes aren’t in your data. Discounts are: ask for discounts, or for orders with a discount.',
  ],
  [
    `credit card, credit cards, debit card, paid by card, card type, card types, amex, visa, mastercard, apple pay, payment method, payment methods, payment type,
    payment types, tender, tender type, tenders, cash sales, paid in cash, paid cash, cash vs credit, cash versus credit, cash drawer, cash payments, processing fees, merchant fees, card fees, credit card fees, payment processing`,
    'How orders were paid isn’t in your data.',
  ],
  [
    `payouts, payout, stripe, bank deposit, bank deposits, deposits, deposit, accounts receivable, receivables, owe us, owes us, outstanding balance, balance due, past due, invoices,
    invoice, balance sheet, cash flow, cashflow, ebitda, operating income, net income, bottom line, p&l, profit and loss, overhead, loan, quickbooks`,
    'Payouts and accounting aren’t in your data. Only orders and the cost of goods are.',
  ],
  [
    `gift card liability, gift card balance, gift card balances, gift cards redeemed, redeemed gift cards, outstanding gift cards, gift cards outstanding, unredeemed gift cards, unused gift cards, gift cards are outstanding, gift cards still outstanding,
    gift card redemptions, redeemed, redemptions, redemption, store credit, loyalty points, points, rewards, loyalty program`,
    'Gift card and points balances aren’t in your data. Gift cards sold are.',
  ],
  [
    `square foot, square feet, capacity, occupancy, how full, seats, seat, tables turned, table turns, availability, available slots, open slots, time slots, slots, booked solid, utilization, fully booked`,
    'The size and capacity of the tasting room aren’t in your data.',
  ],
  [`wait list, waitlist, waiting list, on the waitlist, waitlisted`, 'Waiting lists aren’t in your data.'],
  [
    'walk ins, walkins, walk in guests, walk in visitors, walk in traffic',
    'Whether guests had booked or walked in isn’t in your data.',
  ],
  [
    'gift card sales, gift card revenue, sales of gift cards, revenue from gift cards, sold in gift cards, gift card income, in gift cards, gift card dollars, value of gift cards',
    'Gift cards don’t count as sales until they’re redeemed. Ask how many gift cards were sold.',
  ],
  [
    `win back, winback, likely to cancel, about to leave, about to cancel, going to cancel, going to churn, might cancel, in a while, lost customers, at risk of leaving,
    at risk of cancelling, lately, recently, as of late, fell off, fallen off, gone cold, reengage, re engage, reactivate, in a long time`,
    'Say since when, such as “customers who haven’t ordered in 12 months”.',
  ],
  [
    'birthday, birthdays, anniversary, anniversaries, bday, bdays, born in',
    'Name the month, such as “members with a birthday in June”.',
  ],
  [
    'worry about, worried about, should i know, should we know, need to know, anything wrong, whats wrong, going on, any problems, any issues, pay attention to, keep an eye on, stands out, anything unusual, anything new, whats new, anything weird, weird, anything strange, anything odd, anything off',
    'See Insights for what changed. Here, ask for a number or a list.',
  ],
  [
    'what if, if we, if i, keep going like this, suppose we',
    'What would happen can’t be asked here. Ask for a forecast instead.',
  ],
  [
    'budget, goal, goals, target, targets, quota, quotas, to plan, vs plan, on plan, on budget, ahead of plan, behind plan, hit our plan, hit the plan, meet our plan, make our plan, beat our plan',
    'To compare with a plan, an administrator adds one first.',
  ],
  [
    'drop table, delete, update, remove, change the price, refund the order, cancel the order, email everyone, send an email, send email, text everyone',
    'Questions only read data. They can’t change anything.',
  ],
  [
    'weather, hurting, storm, storms, snow, rain, rained, raining, rains, rainy, sunny, snowed, temperature, too hot, too cold, heat wave, smoke, wildfire, wildfires',
    'The weather isn’t in your data.',
  ],
  [
    `payroll, pay the staff, pay my staff, pay our staff, pay the team, pay my team, pay staff, pay employees, did i pay, did we pay, salaries, labor, labor cost, labor costs, labor hour, labor hours, rent, expenses,
    ad spend, marketing spend, wages, wage, overtime, commission, commissions, costs us to ship, cost us to ship, shipping cost, shipping costs, cost of shipping, pay for glass, glass and corks, corks, packaging, carrier cost, spend on marketing`,
    'Expenses and wages aren’t in your data. Only the cost of goods is.',
  ],
  [
    `shift, shifts, schedule, schedules, scheduled to work, hours did, hours worked, work hours, staffing, worked yesterday, worked today, who worked, whos working, who is working, on the schedule, clocked in, clock in, pay period, call in sick, called in sick, staffed, time sheet, timesheet`,
    'Staff shifts and hours aren’t in your data.',
  ],
  [
    'google review, google reviews, yelp reviews, google rating, google review rating, rating, ratings, review, reviews, feedback, nps, satisfaction, happy customers, complaints, complained, star rating',
    'Ratings and reviews aren’t in your data.',
  ],
  [
    `competitor, competitors, competition, other wineries, winery next door, industry average, industry, benchmark, benchmarks, market share, neighbors, average winery, similar wineries`,
    'Data on other wineries isn’t available here.',
  ],
  [
    `barrels, barrel, tons, tonnage, brix, harvest yield, gallons, vineyard yield, bottling date, case production, production, crush, grapes bought, fermentation, cellar work, tank, tanks, bulk wine, ttb`,
    'Wine production isn’t in your data. Sales and stock are.',
  ],
  [
    'gender, men vs women, women vs men, men or women, male, female, males, females, occupation, household income, married, ethnicity, spouse',
    'Only customers’ orders, location, and age are in your data.',
  ],
  [
    'tracking number, tracking numbers, tracking, carrier, fedex, ups, usps, delivery time, delivery times, late deliveries, lost packages, damaged, damages, damaged in transit, breakage, arrived, signature, returned to sender, transit, in transit',
    'Carrier deliveries aren’t in your data. Whether an order is fulfilled is.',
  ],
  [
    'purchase orders, purchase order, vendor, vendors, supplier, suppliers, reorder point, reorder points, lead time, received inventory, inventory received, shrinkage, inventory count, spoilage, corked',
    'Purchasing and stock counts aren’t in your data. Only the stock today is.',
  ],
  [
    'reason for refunds, refund reason, refund reasons, refunds by reason, reasons for refunds, why refunded',
    'Why orders were refunded isn’t in your data.',
  ],
  [
    'signups by source, signups by channel, source of signups, where do our signups come from, where do signups come from, signups came from, signups from web, signups online vs, online signups, web signups, joined online, signed up online, signups from the website, members join online, sign up online, signups by location',
    'The channel where members signed up isn’t in your data. Signups from tasting room visits are.',
  ],
  [
    'tasting notes, food pairing, food pairings, pairing, pairings, recipe, recipes, alcohol, abv, which wine should i drink, recommend, recommendation, recommendations',
    'Tasting notes and pairings aren’t in your data.',
  ],
  [
    'magnum, magnums, jeroboam, jeroboams, half bottle, half bottles, large format, large formats, bottle size, bottle sizes',
    'Bottle sizes aren’t in your data. Name the product instead.',
  ],
  [
    'dog, dogs, kids, children, wedding, weddings, bachelorette, limo, limos, tour bus, buses',
    'The kind of party isn’t in your data.',
  ],
  [
    'wifi, password, login, log in, sign in, user account, invite a user, my account, subscription price, support ticket',
    'This is not a question about sales. See the settings or the help.',
  ],
]
