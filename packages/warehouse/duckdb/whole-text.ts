import { createRequire } from 'node:module'

/** The driver's own module, which it looks its decoder up in for every text. */
interface TextAccess {
  textDecoder: TextDecoder
}

/**
 * Makes the driver read texts whole, for this process: by default it takes U+FEFF at the start of a text for the mark of a file and drops
 * it, so that the text no longer equals what is stored.
 */
const driver: TextAccess = createRequire(import.meta.url)('@duckdb/node-api/lib/vectors/dataAccessors.js')
driver.textDecoder = new TextDecoder('utf-8', { ignoreBOM: true })
