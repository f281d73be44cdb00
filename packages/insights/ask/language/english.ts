import { ENGLISH_TOPICS } from './english-topics.ts'
import type { Language } from './language.ts'

/** Columns are named by the synonyms of the catalog; what is here names several columns, or the same in other words. */
export const ENGLISH: Language = {
  columns: {
    category: 'product category, product categories, type of product',
    email: 'email, emails, email address, email addresses, e mail',
    holdDays: 'time on hold, hold time, hold duration, duration of holds, how long holds last, length of a hold',
  },
  nouns: {
    order: `
      order, orders, transaction, transactions, purchase, purchases, ticket, tickets, receipt, receipts, sales order,
      shipments to customers, package, packages, order count, order counts, count of orders`,
    customer: `
      customer, customers, cust, custs, buyer, buyers, client, clients, shopper, shoppers, spender, spenders, guest customers,
      purchaser, purchasers, accounts, consumer, consumers, patron, patrons, customers on file`,
    newCustomer:
      'new customer, new customers, first time customer, first time customers, first time buyer, first time buyers, new buyers, newcomers, first timers, first timer, customers added, customers acquired, acquired customers, customer acquisition, customer acquisitions, new customer acquisition, first orders, first purchases, first time orders, first time purchases, newly acquired customers, new buyers, new faces',
    repeatCustomer: 'repeat customer, repeat customers, regulars, repeaters, repeat buyers',
    product: 'product, products, item sold, bottling, bottlings, sku sold, skus, item, items',
    member: `
      member, members, active member, active members, active club member, active club members, club member,
      club members, wine club members, wine club member, active wine club members, membership, memberships,
      active memberships, current members, club membership, club memberships, subscriber, subscribers, clubbers`,
    signup: `
      signup, signups, sign up, sign ups, new memberships, members added, club joins, joins, enrollment, enrollments,
      new signups, conversions to club, club sign ups, wine club signups, club signups, joiners`,
    cancellation: `
      cancellation, cancellations, cancels, lost members, membership cancellations, club cancellations, club cancels,
      cancellation count, quitters, dropouts, wine club cancellations, lapsed members, former members, ex members`,
    declinedMember:
      'declined cards, card declines, declined members, bounced cards, failed cards, members with declined cards',
    onHoldMember: 'paused members, members on hold, members are on hold, memberships on hold, paused memberships',
    hold: 'put their membership on hold, put their memberships on hold, put on hold, went on hold, gone on hold, go on hold, hold, holds, membership holds, club holds, pauses',
    holdEnd: `
      holds ending, holds that end, holds end, holds expiring, holds that expire, holds expire, coming off hold, come off hold, comes off hold,
      came off hold, off hold, ends of holds, end of holds, hold end, hold ends, holds ended, holds that ended, members coming off hold, ending holds, expiring holds, back from hold`,
    release: `
      release, releases, shipment, shipments, club shipment, club shipments, allocation, allocations, club run,
      club runs, club release, club releases, wine club release, wine club shipment, wine club shipments`,
    reservation: `
      reservation, reservations, booking, bookings, visit, visits, appointment, appointments, tasting, tastings,
      party, parties, tours, on the books, on our books, on the calendar, on the reservation list`,
    refund: 'refund, refunds, refunded orders, returns, returned orders',
    guest: 'guest, guests, tasting room guests, visitor, visitors, headcount, head count, heads, pax, covers',
    person: 'people, person, folks, anyone, anybody, someone, somebody, everyone, everybody, ppl, persons',
  },
  grains: {
    Day: 'day, days, daily, date, day by day',
    Week: 'week, weeks, weekly, week by week, wk, wks',
    Month:
      'month, months, monthly, month by month, fiscal month, over time, trend, trends, trending, calendar month, trendline, mo',
    Quarter: 'quarter, quarters, quarterly, quarter by quarter, qtr, qtrs, fiscal quarter, fiscal quarters',
    Year: 'year, years, yearly, annual, annually, year by year, fiscal year, yr, yrs',
    Weekday: 'day of week, day of the week, weekday, weekdays, days of the week, dow, days of week',
    Hour: 'hour, hours, hr, hrs, hr of the day, hr of day, hourly, hour of day, hour of the day, time of day, hour by hour, times of day, what time',
    MonthOfYear: 'month of the year, months of the year, calendar months of any year, seasonality',
  },
  keys: {
    by: `
      by, broken down by, split by, grouped by, across, sorted by, ranked by, sort by, rank by, in order of, based on,
      measured by, break down by, breakdown by, split out by, separated by, for each, for every, each, every, by each,
      across each, broken out by, divided by, in each, and by which, by which`,
    per: 'per, /, a, each, for each, for every, every, an, divided by, over',
    count: `
      how many, number of, the number of, count of, count, counts of, total number of, # of, amount of, no of,
      quantity of, total count of`,
    howMuch: 'dollar amount of, dollar value of, how much, how much money, what amount, how much in dollars',
    list: `
      list, list of, show, show me, display, lists, a list of, name, names of, pull up, give me a list of, see, find,
      names, give me names of, list out, who are the, look up, print, export, email list of, mailing list of, emails of, contact list of, email addresses of, emails for, pull a list of, and which club they joined, and which club, and what club, and when they went on hold, and since when, and when they joined, and when they cancelled, and when they canceled, and when they left, and when they signed up, names and emails of, details of, detail`,
    which: 'which, what kind of, what sort of, what type of',
    who: 'who, whom, whos, whose, which people, which person',
    what: 'what, whats, whatd, what are, what is',
    how: `
      how, how are, how is, how did, how was, how were, how have, how has, how do, how does, how well did, hows, howd,
      how well, how busy, hows our, how we doing`,
    not: `
      not, no, nobody, no one, noone, none, without, excluding, except, besides, on top of, other than, exclude, non, never, isnt, arent, wasnt, werent, hasnt,
      havent, didnt, dont, nothing, but nothing, and nothing, doesnt, not counting, not including, minus, outside, outside of, apart from, leaving out,
      ignoring, but not, aside from, anything but, less, have not, has not, did not, do not, excl, ex, hadnt,
      leave out, taking out, missing, lacking, with no, missing an, with a blank, with an empty, yet to, stopped, wont, not been`,
    and: 'and, as well as, along with, together with, plus, with their, &, n',
    or: 'or, and or, either, /',
    with: 'with, having, that have, who have, that had, who had, which have, containing, that contain',
    share: `
      share of, distribution of, distribution, percent of, percentage of, what percent of, what percentage of, proportion of, % of, what % of,
      what share of, fraction of, portion of, what portion of, what proportion of, what fraction of, how much of,
      part of our, what part of, pct of, as a percentage of, as a percent of, as a share of, as % of, as a % of, mix,
      share, contribution of, percentage, percent, %, mix of, split of, as percent of, contribution to, as a percentage of total, as a percent of total, as a share of total, as % of total,
      as a % of total, of total sales, of total revenue, as a percentage of total sales, as a percentage of total revenue, as a percent of total sales, makes up,
      make up, account for, accounts for, out of total, of total`,
    why: "why, what caused, reason for, whats causing, what drove, what drives, what is driving, how come, explain, what explains, whats behind, cause of, causes of, what happened to, what's driving, whats driving, what's behind, what's causing, what made, driving, drivers of, what is behind",
    forecast: `
      will, forecast, forecasts, predict, predicted, prediction, projected, projection, project, expected, expect, expecting,
      going to, gonna, outlook, on track to, on pace to, on track for, on pace for, on track, estimate, estimated, should we expect, look like in the future`,
    change: `
      grew, grow, growing, growth, up, down, increase, increased, increasing, decrease, decreased, decreasing, change,
      changed, decline, declining, declined, drop, dropped, dropping, fall, fell, falling, rise, risen, rising, improve,
      improved, improving, gain, gained, gaining, worse, better, ahead, behind, difference, gone up, gone down, slump,
      slumped, jump, jumped, dip, dipped, beat, beating, outperform, slow, slower, slowing, shrink, shrinking, shrank, tank, tanked, spike, spiked, growth rate, rate of growth, percent change, percentage change, % change, percent growth,
      percentage growth, change in, pace of growth, better or worse, up or down, grown, more or less, trending up, trending down, picking up, went up, went down, going up, going down`,
    versus:
      'compare, comparing, comparison of, difference between, versus each other, stack up, comparison between, split between',
    comparative: 'more, fewer, bigger, higher, stronger, lower',
    average: 'average, avg, mean, typical, typically, on average, median',
    from: '',
    first: 'first, originally, initially',
    final: 'last, most recently, most recent, latest',
    since: 'since, since then, afterwards, after that, afterward, again',
    later: 'after, later, before',
    both: 'both, each of',
    lapsed: 'used to order, used to buy, used to shop, used to purchase, used to spend, used to come',
    now: 'currently, right now, now, at present, at the moment, as we speak, currently have, today right now, rn',
  },
  states: {
    leave: `
      left, leave, leaving, quit, quitting, quits, cancel, cancelled, canceled, canceling, cancelling, dropped out,
      dropping out, churned, churning, lost, losing, lose, resigned, terminated, ended, bailed,
      dropped the club, dropped their membership, attrited`,
    join: `
      joined, join, joining, joined the club, join the club, joined the wine club, joined a club, signed up for the club,
      signed up for the wine club, sign up for the club, joined our club, joining the club, signed up, signing up, sign up, enrolled, enroll, signs up, newly joined, gaining,
      gained, added, become members, became members, signed, turned into club signups, turned into signups, turned into members,
      turned into club members, converted to members, converted to club members, resulted in signups, resulted in a signup, led to signups, ended in a signup`,
    hold: 'on hold, paused, frozen, holding, suspended, are on hold, is on hold',
    new: `
      new, first time, brand new, newly acquired, first ever, acquired, gained, got, just started buying`,
    repeat: `
      repeat, returning, loyal, second time, came back, come back, coming back, reorder, reordered, buy again,
      bought again, return, second order, second purchase, come back for a second order, come back for a second purchase, order a second time, buy a second time`,
    refund: 'refunded, returned, sent back, refund',
    inClub: `
      in the club, in the wine club, in a club, belong to the club, belong to a club, are members, is a member,
      club belonging, in our club, in our clubs, in our wine club, in clubs, who are members, that are members,
      are club members, are wine club members, who are club members, who are wine club members, are in the club,
      part of the club, on the club, ended up in the club, end up in the club`,
    lapsed:
      'lapsed, inactive, dormant, at risk, overdue, gone quiet, slipping away, disappeared, not seen, havent seen, hasnt been seen, havent been seen, not heard from, havent heard from',
    open: 'open, unpaid, pending, authorized',
    skip: 'skip, skipped, skipping, skips',
    decline:
      'cards that got declined, cards got declined, cards that were declined, cards were declined, cards that declined, credit cards declined, credit cards were declined, cards didnt go through, cards that didnt go through, cards not go through, payments declined, declined, declines, decline, card declined, card was declined, cards declined, card failed, cards failed, bounced',
    noShow:
      'no showed, no showing, no show, no shows, noshow, noshows, didnt show up, failed to show, not show up, flaked, didnt show',
  },
  verbs: {
    sell: `
      sell, sold, selling, sells, sale, move, moved, moving, ring up, rang up, rung up, moved through, pushed, go out the door, goes out the door, went out the door, walk out the door,
      walked out the door, out the door, leave the building, left the building, off the shelf, off the shelves, flew off the shelves`,
    buy: `
      buy, bought, buying, buys, ordered, purchased, purchase, purchasing, order, placed an order, spent, spend,
      spending, shopped, shop, shopping, placed, place an order, ordering, spends, made a purchase, bought from us,
      bought anything, ordered anything, bought something, purchased anything, been back, come back, placed orders,
      come in to buy, spent anything, bought wine from us, ended in a purchase, ended in a wine purchase, ended with a purchase, ended in a sale,
      end in a purchase, end in a sale, resulted in a purchase, resulted in a sale, led to a purchase, led to a sale,
      turned into a sale, turned into a purchase, converted to a sale, ended up buying, made a wine purchase, walked away with`,
    visit: `
      visited, visit, visiting, came in, come in, came, come, came by, walked in, stopped by, tasted, showed up,
      came through, came thru, came to visit, dropped in, taste, tasting with us, checked in, coming in, came to taste, been in, been by, been out here, been to the tasting room, been in to the tasting room, been to the winery`,
    book: 'booked, book, made a reservation, made reservations, booking',
    earn: `
      came through, came thru, come through, coming through, comes through, came in from, coming in from, come in from, came in through, money came in, comes in from, make, made, earn, earned, bring in, bring, brought in, brought, brings in, take in, took in, taken in, do, did, done, generated,
      generate, generating, gross, produce, produced, pull in, pulled in, bringing in, contributed, performing,
      perform, performed, doing, fare, fared, go, went, going, been doing`,
    discount: 'discounted, giving away, comped, marked down, given away, gave away, give away, comp',
    tip: 'tipped, tip, tipping',
    have: 'have, has, had, took, got, get, getting, gets, received, receive',
    release: 'shipped in, was in',
  },
  values: {},
  weekdays: [
    'mondays, each monday, every monday, monday nights',
    'tuesdays, each tuesday, every tuesday',
    'wednesdays, each wednesday, every wednesday',
    'thursdays, each thursday, every thursday',
    'fridays, each friday, every friday',
    'saturdays, each saturday, every saturday',
    'sundays, each sunday, every sunday',
  ],
  ambiguous: [
    [
      'conversion, conversion rate, conversions, convert, converts, converting',
      ['bottleConversion', 'signupConversion'],
    ],
    ['average sales, average revenue', ['averageOrder', 'averageDay']],
  ],
  unsupported: ENGLISH_TOPICS,
  stopWords: `
    the, till, stock last, inventory last, supply last, at the current rate of sales, if this pace keeps up, if this keeps up, if things continue, around, say, says, goes, goes to, set for, set up for, very, these days, at current pace, at the current pace, at this pace, current pace, at this rate, at the current rate, theyre, theyve, over their lifetime, our, my, we, us, i, you, did we host, do we host, have we hosted, we hosted, hosted, looking good, looking, your, they, their, them, there, it, its, this, that, these, those, is, are, was, were,
    be, been, being, am, has, have, had, having, can, could, would, please, pls, plz, tell, give, gave, giving, giving out, gave out, give out, handing out, hand out, handed out, hands out, want, wanna,
    need, know, like, lemme, let, me, to, of, in, for, at, on, from, during, within, as, so, about, through, thru, via, into, wise,
    total, overall, all, whole, numbers, number, figure, figures, data, report, reports, chart, graph, table, breakdown,
    much, many, going, get, getting, got, doing, where, when, winery, vineyard, account, business, company, place,
    on file, on record, taken, take, happened, happen, using, use, used, hi, hello, hey, thanks, thank, ok, okay, just, quick,
    quickly, also, then, compute, calculate, result, results, performance, only, did, do, does, done, a, an, the total,
    over the, in total, all together, all in all, in terms of, all time, ever, so far, up to now, so to speak,
    as a chart, as a table, break down, broken down, split up, split, grouped, sorted, ranked, put together,
    today so far, actually, really, usually, typically, normally, exactly, roughly, approximately,
    altogether, combined, pour, pouring, broken out, some, any, still, got any, if, but, our own, anything, something, stuff,
    things, thing, yo, dude, btw, fyi, asap, gimme, yet, because, because it was, because of, due to, citing, since we launched it, since launch, since it launched, since it came out,
    since we started selling it, what about, how about, curious, wondering, looking, look, check,
    pull, run me, info, information, summary, summarize, stats, statistics, numbers on, breakdown of, history of,
    vs the rest, who have, that have, that are, who are, which are, in general, general, issue, issued, host, hosting, did we run, do we run, we ran, handle, handled, record, recorded, log, logged,
    same, own, various, most of our, most of my, most of the, the majority of, majority of our, the bulk of, placed, come, comes, coming, came, went, go, gone, out, off, per se, made, being done,
    wine club program, program, across the board, company wide, wide, throughout, of all, among, amongst, between, been, already,
    right, here, were, shall, should, might, may, must, seem, appear, keep, kept, turn, turned, end up,
    ended, up with, folks have, will be, is there, are there, was there, were there, there is, there are, one,
    ones, based, sitting, itself, single, each one,
    individual, individually, separately, separate, respectively, collect, collected, id like, id, ive, im, ill, lets, thats, heres, wed, after refunds, net of refunds, after discounts,
    unique, distinct, comparison, before tax, excluding tax, without tax, pretax, charge, charged, gives, live, lives, living, reside, located, against each other, versus each other, next to each other, side by side`,
}
