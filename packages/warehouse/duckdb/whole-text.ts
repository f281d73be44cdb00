/**
 * SQL of a text for `wholeText`. The driver drops U+FEFF from the start of a text, so one is read with another character before it.
 */
export const marked = (sql: string): string => `'.' || ${sql}`

/** The text of a column that was selected by `marked`. */
export const wholeText = (value: unknown): string => String(value).slice(1)
