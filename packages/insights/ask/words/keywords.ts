import type { Keyword } from '../read/meaning.ts'

/** Phrases for each keyword, separated by commas. */
export const KEYWORD_PHRASES: Readonly<Record<Keyword, string>> = {
  by: `
    by, per, each, every, for each, for every, by each, broken down by, split by, grouped by, across each, sorted by,
    ranked by, sort by, rank by, in order of, based on, measured by`,
  count: 'how many, number of, the number of, count of, count, counts of, total number of',
  list: `
    list, list of, show, show me, display, lists, a list of, name, names of, pull up, give me a list of, see, find`,
  which: 'which, who',
  sell: 'sell, sold, selling, sells, sale',
  notOrdered: `
    not ordered, haven't ordered, hasn't ordered, have not ordered, not bought, haven't bought, have not bought,
    not purchased, haven't purchased, have not purchased, haven't placed an order, not placed an order,
    haven't bought anything, not bought anything, didn't order, haven't been back, haven't come back`,
  howDid: "how's, how did, how is, how are, how was, how were, how have, how has, how do, how does, how well did",
  howMuch: 'how much did, how much do, how much have, how much has, how much was, how much',
  what: 'what',
  and: 'and, as well as, along with, together with',
  of: '',
}

/** Phrases for the grains of a date, separated by commas. */
export const GRAIN_WORDS: Readonly<Record<string, string>> = {
  Day: 'day, daily, date, day by day',
  Week: 'week, weekly, week by week',
  Month: 'month, monthly, month by month, over time, trend, trends, trending, calendar month',
  Quarter: 'quarter, quarterly, quarter by quarter',
  Year: 'year, yearly, annual, annually, year by year, fiscal year',
  Weekday: 'day of week, day of the week, weekday, weekdays, days of the week',
  Hour: 'hour, hourly, hour of day, hour of the day, time of day, hour by hour',
}

/** Words that do not affect the parse. Negations, limits and ranks must not be among them. */
export const STOP_WORDS: readonly string[] = (
  'a an the our my we us i you they their there it its this that these those is are was were be been being am do does did has have had having ' +
  'whats please can could would will tell give gave get want see me need know like find look looking ' +
  'to of in for from at on with during within as so about through across via into ' +
  'total overall all whole number numbers figure figures data report chart graph table breakdown ' +
  'much many come came go went going get got doing who whom whose where ' +
  'winery account business company store place bought buy buying placed took take taken ordered received been happened happen ' +
  'using use used hi hello hey thanks thank ok okay just quick quickly also then plus compute calculate ' +
  'everybody people person result results performance perform performed doing only'
).split(' ')

/** Phrases that do not affect the parse, separated by commas. */
export const STOP_PHRASES = `
  over the, collect, collected, from customers, to customers, by our, broken down, split up, split, grouped, sorted,
  ranked, ordered by, in total, all together, all in all, in terms of, let me, could you, a breakdown, put together,
  have a look at, all time, ever, so far, up to now, did we have, do we have, so to speak, as a chart, as a table`

/** Phrases of known words that no report supports; they are treated as unknown words. */
export const UNSUPPORTED_PHRASES =
  'phone number, phone numbers, event tickets, gift cards, average sales, net of, free shipping'
