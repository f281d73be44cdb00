import type { Scope } from '../compiler/scope.ts'

/** SQL of a value of one record. Identifiers come from the catalog; values are bound through the scope. */
export type Field = (scope: Scope) => string
