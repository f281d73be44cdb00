import { lookupTable } from '#domain/lookup-table.ts'
import { parseLocalDay } from '#domain/ranges/local-day.ts'
import type { Token } from '../text/token.ts'
import { year } from './days/holes.ts'
import type { Lexicon } from './lexicon.ts'
import { type AskCalendar, longest, patternsOf, word } from './pattern.ts'
import { filterTag, type Reading, type Tag } from './tag.ts'

const VERSUS: Tag = { kind: 'compare', mode: null }
const LINKS: Readonly<Record<string, Tag>> = lookupTable({
  vs: VERSUS,
  versus: VERSUS,
  and: { kind: 'key', key: 'and' },
  or: { kind: 'key', key: 'or' },
})

const vintage = (of: number): Tag => filterTag('vintage', 'Equal', String(of))

const pattern = patternsOf({ year, other: year, link: word((text) => LINKS[text] ?? null) })

/** A year that is not a date. */
const VINTAGE = longest<readonly Tag[]>(
  pattern('vintage|vintages {year}', (one) => [vintage(one.year)]),
  pattern('{year} vintage|vintages', (one) => [vintage(one.year)]),
  pattern('vintage|vintages {year} {link} {other}', (one) => [vintage(one.year), one.link, vintage(one.other)]),
  pattern('{year} {link} {other} vintage|vintages', (one) => [vintage(one.year), one.link, vintage(one.other)]),
)

/** Wine of the last two harvests is rarely sold by its year. */
const YOUNGEST = 2
const WINE_COLUMNS = ['varietal', 'brand']

const isOfWine = (tag: Tag): boolean =>
  tag.kind === 'value' && tag.choices.some(({ columnId }) => WINE_COLUMNS.includes(columnId))

/** "21 cab" */
const shortYear = word((text) => (/^(?:0\d|1\d|2\d)$/.test(text) ? 2000 + Number(text) : null))

/** "2021 Cabernet": the year of the wine, or that of the sale. */
const readBareVintage = (tokens: readonly Token[], at: number, lexicon: Lexicon, calendar: AskCalendar): Reading[] => {
  const found = year(tokens, at, calendar) ?? shortYear(tokens, at, calendar)
  const [one = '', two = ''] = tokens.slice(at + 1, at + 3).map(({ text }) => text)
  const isNamed = [one, `${one} ${two}`].some((phrase) => lexicon.find(phrase).some(({ tags }) => tags.some(isOfWine)))
  if (found === null || !isNamed || found.value > parseLocalDay(calendar.today).year - YOUNGEST) return []
  return [{ tags: [vintage(found.value)], length: 1, cost: 0 }]
}

export const readVintage = (
  tokens: readonly Token[],
  at: number,
  lexicon: Lexicon,
  calendar: AskCalendar,
): Reading[] => {
  const found = VINTAGE(tokens, at, calendar)
  if (found === null) return readBareVintage(tokens, at, lexicon, calendar)
  return [{ tags: found.value, length: found.length, cost: 0 }]
}
