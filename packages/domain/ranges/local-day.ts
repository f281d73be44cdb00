/** A calendar day of the account, `YYYY-MM-DD`; it has no zone and no time. Compares as text. */
export type LocalDay = string & { readonly __brand?: 'LocalDay' }
