import { phraseList } from '../text/token.ts'

/** How the words of a follow-up relate to what was asked before. */
export type Relation = 'replace' | 'add' | 'either'

/** How the rows are shown. */
export type Shown = 'chart' | 'line' | 'bar' | 'pie' | 'table'

/** What a whole follow-up without names of columns or values asks for: mostly to take something away. */
export type Plain = 'noCompare' | 'noRange' | 'noGroups' | 'noFilters' | 'noTop' | 'count' | 'share'

const table = <T>(entries: readonly (readonly [meaning: T, phrases: string])[]) =>
  entries
    .flatMap(([meaning, phrases]) => phraseList(phrases).map((phrase) => ({ meaning, words: phrase.split(' ') })))
    .toSorted((a, b) => b.words.length - a.words.length)

/** What only a follow-up begins with. */
export const LEADS = table<Relation>([
  ['either', 'and, and for, and the, and in, and of'],
  [
    'replace',
    `what about, how about, and what about, and how about, what about for, and what of, but only, and only, only, only for, just,
    just for, now only, now just, same, the same, same for, the same for, same but, the same but, same thing for,
    same question for, instead, rather, make it, make that, change to, change it to, switch to, limit to, limit it to, limited to,
    filter to, filter by, filtered to, restrict to, narrow to, narrow it to, narrow it down to, break it down, break that down,
    split it, split that, split them, group it, group them`,
  ],
  [
    'add',
    'also, and also, plus, add, and add, include, and include, along with, together with, next to it, as well as',
  ],
])

/** What leaves the rest out. */
export const DROPS = table<null>([
  [
    null,
    'drop, remove, leave out, take out, get rid of, ignore, minus, but not, but without, and leave out, skip, exclude, excluding',
  ],
])

/** What follows is what was asked before. */
export const INSTEAD_OF = table<null>([[null, 'instead of, rather than, in place of']])

/** What a whole question may begin with as well. */
export const OPENERS = table<null>([
  [
    null,
    `now, and now, ok, okay, ok now, then, and then, so, but, for, but for, now for, show it, show them, show me, show that, show,
    give me, broken down, let me see, can you show, please, can you, could you, i want, id like`,
  ],
])

/** What a follow-up ends with. */
export const TAILS = table<Relation>([
  ['replace', 'instead, only, alone, please instead, rather'],
  ['add', 'too, as well, also, on top, in addition'],
])

export const SHOWN = table<Shown>([
  [
    'chart',
    `as a chart, as chart, in a chart, as a graph, as graph, in a graph, as a diagram, chart it, chart that, chart this, graph it, graph that,
    plot it, plot that, plot this, plot, chart, graph, draw it, visualize it, visualize, visually, as a picture, show a chart,
    show a graph, with a chart`,
  ],
  ['line', 'as a line, as a line chart, as line chart, line chart, as a line graph, line graph, as lines'],
  [
    'bar',
    `as a bar, as bars, as a bar chart, as bar chart, bar chart, as a bar graph, bar graph, as columns, as a column chart, column chart,
    as stacked bars, as a stacked bar chart, stacked bar chart`,
  ],
  ['pie', 'as a pie, as a pie chart, as pie chart, pie chart, as a donut, as a donut chart, donut chart, donut'],
  [
    'table',
    `as a table, as table, in a table, table, as numbers, as plain numbers, no chart, without a chart, without the chart, without chart,
    hide the chart`,
  ],
])

export const PLAIN = table<Plain>([
  [
    'count',
    'how many, how many is that, how many are there, how many are they, how many of them, count them, the count, the number',
  ],
  [
    'share',
    `as a share, as shares, share, shares, as a percentage, as percentages, as percent, in percent, percent, percentage, share of total,
    share of the total, percent of total, percent of the total, with share, with shares, with the share, with the shares, with percentages,
    as a share of the total, as a percentage of the total, what share, what percent`,
  ],
  [
    'noCompare',
    `no comparison, without comparison, without a comparison, without the comparison, not compared, dont compare, do not compare,
    stop comparing, remove the comparison, remove comparison, drop the comparison, without comparing`,
  ],
  [
    'noRange',
    `all dates, for all dates, all time, for all time, of all time, any date, any time, ever, since the beginning, without dates, no dates,
    all years, for all years, in all years, over all years, whenever`,
  ],
  [
    'noGroups',
    `in total, total, the total, overall, altogether, as one number, one number, a single number, not grouped, ungrouped,
    without groups, no groups, not split, not broken down, all together, all in all, summed up, as a total`,
  ],
  [
    'noFilters',
    `without filters, without the filters, without the filter, without filter, no filters, no filter, unfiltered, remove filters, remove the filters,
    remove the filter, remove all filters, clear filters, clear the filters, drop the filters, drop the filter, everything,
    for everything, of everything`,
  ],
  [
    'noTop',
    'all rows, all of them, show all, show them all, show all of them, show everything, the whole list, every row, the rest too',
  ],
])

/** The dates of the former answer moved back. */
export const MOVED = table<'lastYear' | 'previousPeriod'>([
  [
    'lastYear',
    `the year before, year before, the year before that, a year before, a year earlier, the year earlier, a year ago, one year ago,
    the previous year, previous year, the prior year, prior year, this time last year, same time last year, the same time last year,
    same period last year, the same period last year, the same period a year ago, the same period a year earlier, same dates last year,
    the same dates last year, the same month last year, same month last year, the same week last year, same week last year,
    the same weekend last year, same weekend last year, the same quarter last year, same quarter last year, the same day last year,
    same day last year, the same days last year, same days last year`,
  ],
  [
    'previousPeriod',
    `the period before, period before, the previous period, previous period, the prior period, prior period, the month before,
    month before, the month before that, the previous month, previous month, the prior month, the week before, week before, the week before that,
    the previous week, previous week, the quarter before, quarter before, the previous quarter, previous quarter, the day before,
    day before, the previous day, before that, the time before that, the days before`,
  ],
])

/** Every word of these phrases, which is not to be taken for a misspelled other one. */
export const FOLLOW_UP_WORDS: ReadonlySet<string> = new Set(
  [LEADS, OPENERS, DROPS, INSTEAD_OF, TAILS, SHOWN, PLAIN, MOVED].flatMap((phrases) =>
    phrases.flatMap(({ words }) => words),
  ),
)
