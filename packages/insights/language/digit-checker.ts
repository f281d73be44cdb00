/** Digits of any script, and what else says a number in one sign: ½, ², Ⅳ. */
const NUMERAL = /\p{N}/u

/** Between two digits these belong to one number. */
const JOINERS = new Set(['.', ',', '’', "'", ' ', ' ', ' ', '٫', '٬', '/', ':'])

const isNumeral = (sign: string | undefined): boolean => sign !== undefined && NUMERAL.test(sign)

/** Whether a number goes on beyond a place of the text: `1,234` begins inside `1,234.50` and is not all of it. */
const goesOn = (signs: readonly string[], at: number, step: -1 | 1): boolean =>
  isNumeral(signs[at]) || (JOINERS.has(signs[at] ?? '') && isNumeral(signs[at + step]) && !/\s/.test(signs[at] ?? ''))

const begins = (text: readonly string[], at: number, phrase: readonly string[]): boolean =>
  phrase.every((sign, offset) => text[at + offset] === sign)

const fits = (text: readonly string[], at: number, phrase: readonly string[]): boolean => {
  if (!begins(text, at, phrase)) return false
  const opens = isNumeral(phrase[0]) && goesOn(text, at - 1, -1)
  const closes = isNumeral(phrase.at(-1)) && goesOn(text, at + phrase.length, 1)
  return !opens && !closes
}

/** Phrases with a number in them, the longest first. */
const byFirstSign = (phrases: Iterable<string>): Map<string, string[][]> => {
  const known = [...new Set(phrases)].filter((phrase) => NUMERAL.test(phrase)).map((phrase) => [...phrase])
  return Map.groupBy(
    known.sort((a, b) => b.length - a.length),
    ([first = '']) => first,
  )
}

/**
 * Numbers of a text that are in none of the phrases it may place: figures as they are written for the reader, dates and names.
 * Empty: every digit of the text is accounted for.
 */
export const unsourcedNumbers = (text: string, phrases: Iterable<string>): string[] => {
  if (!NUMERAL.test(text)) return []
  const signs = [...text]
  const known = byFirstSign(phrases)
  const stray: string[] = []
  for (let at = 0; at < signs.length; ) {
    const phrase = known.get(signs[at] ?? '')?.find((one) => fits(signs, at, one))
    if (phrase !== undefined) {
      at += phrase.length
      continue
    }
    const sign = signs[at] ?? ''
    if (NUMERAL.test(sign)) stray.push(sign)
    at += 1
  }
  return stray
}
