import { phraseList, type Token } from '../text/token.ts'

/** How the words of a follow-up relate to what was asked before. */
type Relation = 'replace' | 'add' | 'either'

/** How the rows are shown. */
export type Shown = 'chart' | 'line' | 'bar' | 'pie' | 'map' | 'table'

interface Phrase<T> {
  readonly meaning: T
  readonly words: readonly string[]
}

/** Phrases by their meaning, longest first. */
export const phraseTable = <T>(entries: readonly (readonly [meaning: T, phrases: string])[]): readonly Phrase<T>[] =>
  entries
    .flatMap(([meaning, phrases]) => phraseList(phrases).map((phrase) => ({ meaning, words: phrase.split(' ') })))
    .toSorted((a, b) => b.words.length - a.words.length)

/** What only a follow-up begins with. */
const LEADS = phraseTable<Relation>([
  ['either', 'and'],
  [
    'replace',
    `what about, how about, and what about, only, but only, and only, just, now only, same, the same, same but, instead, rather,
    make it, make that, change to, change it to, switch to, limit to, break it down, split it, group it`,
  ],
  ['add', 'also, and also, plus, add, and add, include, along with, as well as'],
])

/** What a follow-up ends with. */
const TAILS = phraseTable<Relation>([
  ['replace', 'instead, only, alone'],
  ['add', 'too, as well, also'],
])

/** What leaves the rest out. */
const DROPS = phraseTable<null>([[null, 'drop, remove, take out, ignore, skip']])

/** What follows is what was asked before. */
const INSTEAD_OF = phraseTable<null>([[null, 'instead of, rather than']])

const SHOWN = phraseTable<Shown>([
  ['chart', 'as a chart, as a graph, chart it, chart that, graph it, plot it'],
  ['line', 'as a line, as a line chart, as a line graph, line chart'],
  ['bar', 'as bars, as a bar chart, as a bar graph, bar chart, as columns'],
  ['pie', 'as a pie, as a pie chart, pie chart, as a donut'],
  ['map', 'as a map, on a map, on the map, in a map, map of, a map of, the map of, map it, map that, map'],
  ['table', 'as a table, in a table, as numbers, no chart, without a chart'],
])

const MAPS = SHOWN.filter(({ meaning }) => meaning === 'map')

/** Every word of these phrases, which is not to be taken for a misspelled other one. */
export const FRAMING_WORDS: ReadonlySet<string> = new Set(
  [LEADS, TAILS, DROPS, INSTEAD_OF, SHOWN].flatMap((phrases) => phrases.flatMap(({ words }) => words)),
)

export const startsWith = (tokens: readonly Token[], { words }: Pick<Phrase<unknown>, 'words'>): boolean =>
  words.every((word, at) => tokens[at]?.text === word)

const endsWith = (tokens: readonly Token[], phrase: Phrase<unknown>): boolean =>
  phrase.words.length <= tokens.length && startsWith(tokens.slice(-phrase.words.length), phrase)

export interface Framed {
  readonly tokens: readonly Token[]
  /** null: nothing says how these words relate to what was asked */
  readonly relation: Relation | null
  readonly shown: Shown | null
}

const WITHOUT: Token = { text: 'without', typed: 'without', isApart: false }

/** "by state instead of channel": what it was is known. */
const beforeInsteadOf = (tokens: readonly Token[]): readonly Token[] => {
  const at = tokens.findIndex(
    (_, index) => index > 0 && INSTEAD_OF.some((phrase) => startsWith(tokens.slice(index), phrase)),
  )
  return at < 0 ? tokens : tokens.slice(0, at)
}

/** Takes off "on a map", which a question may say of itself. */
export const takeMap = (tokens: readonly Token[]): Pick<Framed, 'tokens'> & { readonly isMap: boolean } => {
  const at = tokens.findIndex((_, index) => MAPS.some((phrase) => startsWith(tokens.slice(index), phrase)))
  const phrase = MAPS.find((one) => startsWith(tokens.slice(at), one))
  if (at < 0 || phrase === undefined) return { tokens, isMap: false }
  return { tokens: tokens.toSpliced(at, phrase.words.length), isMap: true }
}

/** Takes off what frames a follow-up: "and … instead", "… as a pie". */
export const takeFrame = (all: readonly Token[]): Framed => {
  let tokens = beforeInsteadOf(all)
  let relation: Relation | null = null
  let shown: Shown | null = null
  const relate = (meaning: Relation): void => {
    relation = relation === null || relation === 'either' ? meaning : relation
  }
  for (;;) {
    const [drop, lead, first] = [DROPS, LEADS, SHOWN].map((table) => table.find((one) => startsWith(tokens, one)))
    const tail = TAILS.find((one) => endsWith(tokens, one))
    const last = SHOWN.find((one) => endsWith(tokens, one))
    const drawn = SHOWN.find((one) => one === first) ?? last
    if (drop !== undefined && drop.words.length < tokens.length) {
      relate('replace')
      tokens = [WITHOUT, ...tokens.slice(drop.words.length)]
    } else if (drawn !== undefined && shown === null) {
      shown = drawn.meaning
      tokens = drawn === first ? tokens.slice(drawn.words.length) : tokens.slice(0, -drawn.words.length)
    } else if (lead !== undefined) {
      relate(LEADS.find((one) => one === lead)?.meaning ?? 'either')
      tokens = tokens.slice(lead.words.length)
    } else if (tail !== undefined) {
      relate(tail.meaning)
      tokens = tokens.slice(0, -tail.words.length)
    } else return { tokens, relation, shown }
  }
}
