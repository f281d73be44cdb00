import { dimension } from './build-column.ts'
import type { Dimension } from './column.ts'
import type { Field } from './formula.ts'

/** Five digits, or nine; RE2, the same in every engine. */
const ZIP_CODE = '^ *([0-9]{3})[0-9]{2}(?:[- ]?[0-9]{4})? *$'

const UNITED_STATES = "'us', 'usa', 'united states', 'united states of america'"

/**
 * The first three digits of a ZIP code, which many addresses share. The full code is personal.
 *
 * @param of a column of the address
 */
export const zipArea = (of: (name: string) => Field): Dimension =>
  dimension('zip3', 'ZIP area', {
    synonyms: `
      zip area, zip areas, zip3, zip 3, three digit zip, three digit zips, three digit zip code, three digit zip codes, 3 digit zip,
      3 digit zips, 3 digit zip code, 3 digit zip codes, zip prefix, zip prefixes, zip region, zip regions, zip code area,
      zip code areas, first three digits of the zip, first three digits of the zip code, first 3 digits of the zip code`,
    description:
      'First three digits of the ZIP code, for addresses in the United States or without a country; blank unless the code has five or nine digits',
    field: (scope) => {
      const country = scope.dialect.foldCase(`COALESCE(NULLIF(${of('country')(scope)}, ''), 'us')`)
      const area = scope.dialect.extractText(of('postal_code')(scope), ZIP_CODE)
      return `CASE WHEN ${country} IN (${UNITED_STATES}) THEN ${area} END`
    },
  })
