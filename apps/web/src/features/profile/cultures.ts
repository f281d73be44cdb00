import { createFormats, type Reader } from '#charts/value-format.ts'

/** Ways to write dates and numbers that are offered, by BCP 47 name. */
const OFFERED: readonly string[] = [
  'en-US',
  'en-CA',
  'en-GB',
  'en-IE',
  'en-AU',
  'en-NZ',
  'en-ZA',
  'es-ES',
  'es-MX',
  'es-AR',
  'es-CL',
  'es-UY',
  'fr-FR',
  'fr-CA',
  'fr-CH',
  'de-DE',
  'de-AT',
  'de-CH',
  'it-IT',
  'it-CH',
  'pt-PT',
  'pt-BR',
  'el-GR',
  'hu-HU',
  'ro-RO',
  'ka-GE',
  'ja-JP',
]

export interface CultureChoice {
  readonly value: string
  readonly label: string
}

/** A culture in English words, such as "English (United States)"; as it is written when it is none. */
export const cultureName = (culture: string): string => {
  try {
    const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
    return names.of(culture) ?? culture
  } catch {
    return culture
  }
}

/** What can be chosen, by name, with the culture in force among it. */
export const cultureChoices = (inForce: string | null): CultureChoice[] =>
  [...new Set([...OFFERED, ...(inForce === null ? [] : [inForce])])]
    .map((value) => ({ value, label: cultureName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))

/** An amount that shows how thousands and cents are divided. */
const AMOUNT = 1234.5

/** How `instant` (ISO 8601) and an amount of money look to this reader. */
export const cultureExample = (reader: Reader, instant: string): string => {
  const formats = createFormats(reader)
  return `${formats.instant(instant, 'full')} · ${formats.value(AMOUNT, 'currency')}`
}
