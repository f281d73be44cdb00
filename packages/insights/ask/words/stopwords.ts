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

/** Phrases that do not affect the parse. */
export const STOP_PHRASES: readonly string[] = [
  'over the',
  'collect',
  'collected',
  'from customers',
  'to customers',
  'by our',
  'broken down',
  'split up',
  'split',
  'grouped',
  'sorted',
  'ranked',
  'ordered by',
  'in total',
  'all together',
  'all in all',
  'in terms of',
  'let me',
  'could you',
  'a breakdown',
  'put together',
  'have a look at',
  'all time',
  'ever',
  'so far',
  'up to now',
  'did we have',
  'do we have',
  'so to speak',
  'as a chart',
  'as a table',
]

/** Phrases of known words that no report supports; they are treated as unknown words. */
export const UNSUPPORTED_PHRASES: readonly string[] = [
  'phone number',
  'phone numbers',
  'event tickets',
  'gift cards',
  'average sales',
  'net of',
  'free shipping',
]
