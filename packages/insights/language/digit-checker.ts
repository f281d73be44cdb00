/** Digits of any script, and other numeric characters: ½, ², Ⅳ. */
const NUMERAL = /\p{N}/u

/** Characters that may separate two digits of one number. */
const JOINERS = new Set(['.', ',', '’', "'", ' ', ' ', ' ', '٫', '٬', '/', ':'])

const isNumeral = (sign: string | undefined): boolean => sign !== undefined && NUMERAL.test(sign)

/** Whether a number continues beyond a position: `1,234` starts inside `1,234.50` and is only part of it. */
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

/** Phrases that contain a number, longest first. */
const byFirstSign = (phrases: Iterable<string>): Map<string, string[][]> => {
  const known = [...new Set(phrases)].filter((phrase) => NUMERAL.test(phrase)).map((phrase) => [...phrase])
  return Map.groupBy(
    known.sort((a, b) => b.length - a.length),
    ([first = '']) => first,
  )
}

/**
 * Numbers of a text that none of the allowed phrases contains: formatted figures, dates and names. Empty: every digit of the text has
 * a source.
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
