import { createFormats, type Reader } from '#charts/value-format.ts'

/** Selectable cultures (BCP 47). */
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

/** A culture's English name, such as "English (United States)"; invalid ones are returned unchanged. */
export const cultureName = (culture: string): string => {
  try {
    const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
    return names.of(culture) ?? culture
  } catch {
    return culture
  }
}

/** The selectable cultures sorted by name, including the current one. */
export const cultureChoices = (inForce: string | null): CultureChoice[] =>
  [...new Set([...OFFERED, ...(inForce === null ? [] : [inForce])])]
    .map((value) => ({ value, label: cultureName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))

/** An amount that shows thousands and decimal separators. */
const AMOUNT = 1234.5

/** Formats `instant` (ISO 8601) and an amount of money as an example. */
export const cultureExample = (reader: Reader, instant: string): string => {
  const formats = createFormats(reader)
  return `${formats.instant(instant, 'full')} · ${formats.value(AMOUNT, 'currency')}`
}
