import { PRINTED } from '#charts/palette.ts'

/** Points. */
export const MARGIN = 40
export const FOOTER = 24

export const INK = PRINTED.ink
export const MUTED = PRINTED.dim
export const LINE = PRINTED.line
export const ACCENT = PRINTED.accent

export const REGULAR = 'regular'
export const BOLD = 'bold'

const LETTER_REGIONS: ReadonlySet<string> = new Set([
  'US',
  'CA',
  'MX',
  'CL',
  'CO',
  'CR',
  'DO',
  'GT',
  'PA',
  'PH',
  'PR',
  'SV',
  'VE',
])

/** The usual paper size in the culture's region. */
export const paperSize = (culture: string): 'LETTER' | 'A4' => {
  try {
    return LETTER_REGIONS.has(new Intl.Locale(culture).maximize().region ?? 'US') ? 'LETTER' : 'A4'
  } catch {
    return 'LETTER'
  }
}
