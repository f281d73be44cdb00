import type { SqlParam } from '../engine.ts'

/** The account of a statement, bound by whoever runs it and never by who writes it. */
export const ACCOUNT_PARAM = 'account'

/** Name of the `index`th parameter, counted from 1. */
export const parameterName = (index: number): string => `p${index}`

/** What a statement is run with: its values by name, and the account that it may read. */
export const namedParams = (accountId: number, params: readonly SqlParam[]): Record<string, SqlParam> => ({
  ...Object.fromEntries(params.map((value, place) => [parameterName(place + 1), value])),
  [ACCOUNT_PARAM]: accountId,
})
