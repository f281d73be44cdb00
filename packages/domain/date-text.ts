/**
 * A rewriting step: a pattern in the syntax that JavaScript and RE2 share, ignoring case, and its replacement with `\1`.
 * Rules of a group are used together.
 */
export interface TextRule {
  readonly group: string
  readonly pattern: string
  readonly replacement: string
}

const rule = (group: string, pattern: string, replacement: string): TextRule => ({ group, pattern, replacement })

/** English in full and short, and the names of German, French, Spanish and Italian that differ. */
const MONTHS = {
  Jan: 'january|januar|janvier|enero|gennaio|janv|ene|gen|jan',
  Feb: 'february|februar|février|fevrier|febrero|febbraio|févr|fév|feb',
  Mar: 'march|märz|maerz|mars|marzo|mrz|mar',
  Apr: 'april|avril|abril|aprile|avr|abr|apr',
  May: 'mai|mayo|maggio|mag|may',
  Jun: 'june|juni|juin|junio|giugno|giu|jun',
  Jul: 'july|juli|juillet|julio|luglio|juil|lug|jul',
  Aug: 'august|août|aout|agosto|ago|aug',
  Sep: 'september|septembre|septiembre|settembre|sept|set|sep',
  Oct: 'october|oktober|octobre|octubre|ottobre|okt|ott|oct',
  Nov: 'november|novembre|noviembre|nov',
  Dec: 'december|dezember|décembre|decembre|diciembre|dicembre|déc|dez|dic|dec',
} as const

const MONTH = `(?:${Object.keys(MONTHS).join('|')})`
const GAP = '[-./ ]*'

/** Zone abbreviations that mean one thing where wine is sold under them. */
const OFFSETS = {
  UTC: '+00:00',
  GMT: '+00:00',
  Z: '+00:00',
  PST: '-08:00',
  PDT: '-07:00',
  MST: '-07:00',
  MDT: '-06:00',
  CST: '-06:00',
  CDT: '-05:00',
  EST: '-05:00',
  EDT: '-04:00',
  CET: '+01:00',
  CEST: '+02:00',
  BST: '+01:00',
  AEST: '+10:00',
  AEDT: '+11:00',
  NZST: '+12:00',
  NZDT: '+13:00',
} as const

const CLOCK = String.raw`:\d\d(?:\.\d+)?(?: [ap]M)?`

/**
 * Rewrites a date as people and programs write it to `day[ time][ AM|PM][ ±HH:MM]`, where the day is numbers with one mark,
 * numbers and a short English month name, or eight digits. Other text stays something that no format reads.
 */
const DATE_TEXT_RULES: readonly TextRule[] = [
  rule('blanks', '[\\s\u00a0\u202f]+', ' '),
  rule('around', String.raw`^[ ']+| *\([^()]*\) *$| +$`, ''),
  rule('fraction', String.raw`(:\d\d),(\d)`, String.raw`\1.\2`),
  rule('words', String.raw`,|\b(?:of|at|um|de|del|le)\b`, ' '),
  rule('weekday', '^ *(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[. ] *', ''),
  rule('ordinal', String.raw`(\d)(?:st|nd|rd|th|er|º)\b`, String.raw`\1`),
  rule('kanji', String.raw`(\d{4})年(\d{1,2})月(\d{1,2})日`, String.raw`\1-\2-\3 `),
  ...Object.entries(MONTHS).map(([short, names]) =>
    rule('month', `(^|[^a-zäéû])(?:${names})([^a-zäéû]|$)`, String.raw`\1${short}\2`),
  ),
  rule('month', `(\\d)${GAP}(${MONTH})${GAP}(\\d)`, String.raw`\1 \2 \3`),
  rule('month', `^ *(${MONTH})${GAP}(\\d)`, String.raw`\1 \2`),
  rule('month', `^(${MONTH} \\d\\d?)[-./ ]+(\\d{4}|\\d\\d)\\b`, String.raw`\1 \2`),
  rule('dots', String.raw`(\d)\. (\d{1,2})\. (\d)`, String.raw`\1.\2.\3`),
  rule('apache', String.raw`(\d{4}):(\d\d:\d\d)`, String.raw`\1 \2`),
  rule('join', String.raw`(\d)[T_](\d{1,2}:)`, String.raw`\1 \2`),
  rule('compact', String.raw`^(\d{8})[T ]?(\d\d)(\d\d)(\d\d)(\D|$)`, String.raw`\1 \2:\3:\4\5`),
  rule('compact', String.raw`^(\d{8})[T ](\d\d)(\d\d)(\D|$)`, String.raw`\1 \2:\3\4`),
  rule('clock', String.raw`^(\S+) +(\d{1,2})[.h](\d\d)$`, String.raw`\1 \2:\3`),
  rule('half', String.raw`(\d) ?([ap])\.? ?m\b\.?`, String.raw`\1 \2M`),
  rule('fraction', String.raw`(\.\d{6})\d+`, String.raw`\1`),
  rule('offset', String.raw`(?:utc|gmt) ?([-+]\d)`, String.raw`\1`),
  ...Object.entries(OFFSETS).map(([name, offset]) =>
    rule('zone', String.raw`(\d|[ap]m) ?${name}\b`, String.raw`\1 ${offset}`),
  ),
  rule('offset', String.raw`(:\d\d) ?([-+])(\d)$`, String.raw`\1 \20\3:00`),
  rule('offset', `(${CLOCK}) ?([-+]\\d\\d)$`, String.raw`\1 \2:00`),
  rule('offset', `(${CLOCK}) ?([-+]\\d\\d):?(\\d\\d)`, String.raw`\1 \2:\3`),
  // `date` and asctime write the year last.
  rule('year', `^(${MONTH} \\d\\d?) (\\d\\d?:\\d\\d:\\d\\d)( [-+]\\d\\d:\\d\\d)? (\\d{4})$`, String.raw`\1 \4 \2\3`),
  rule('blanks', ' +', ' '),
  rule('around', '^ | $', ''),
]

const COMPILED = DATE_TEXT_RULES.map(({ group, pattern, replacement }) => ({
  group,
  pattern: new RegExp(pattern, 'gi'),
  replacement: replacement.replace(/\\(\d)/g, '$$$1'),
}))

/** The text after all rules. */
export const plainDateText = (text: string): string =>
  COMPILED.reduce((rest, { pattern, replacement }) => rest.replace(pattern, replacement), text)

/** The rules that these texts need. Rules of a group come together: a sample lacks some of the months. */
export const neededDateRules = (texts: Iterable<string>): TextRule[] => {
  const groups = new Set<string>()
  for (const text of texts) {
    let rest = text
    for (const { group, pattern, replacement } of COMPILED) {
      const next = rest.replace(pattern, replacement)
      if (next !== rest) groups.add(group)
      rest = next
    }
  }
  // Other rules leave blanks behind.
  if (groups.size > 0) for (const group of ['blanks', 'around']) groups.add(group)
  return DATE_TEXT_RULES.filter(({ group }) => groups.has(group))
}
